# A Homebrew formula. `cargo xtask dist` fills it in.
class Buttress < Formula
  desc "Safety verifier whose every verdict is checked"
  homepage "@REPOSITORY@"
  url "@REPOSITORY@/releases/download/v@VERSION@/buttress-@VERSION@-src.tar.gz"
  sha256 "@SHA256:buttress-src.tar.gz@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/product/cli")
    system "cargo", "install", *std_cargo_args(path: "crates/evidence/checker")
    generate_completions_from_executable(bin/"buttress", "completions")
    (man1/"buttress.1").write Utils.safe_popen_read(bin/"buttress", "man")
  end

  test do
    system bin/"buttress", "doctor"
  end
end
