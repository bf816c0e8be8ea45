# Builds from the sources of this repository: `nix build "git+file:.?dir=packaging"`. The version is the one of Cargo.toml.
{
  description = "A safety verifier whose every verdict is checked";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "buttress";
          version = (pkgs.lib.importTOML ../Cargo.toml).workspace.package.version;
          src = ../.;
          cargoLock.lockFile = ../Cargo.lock;
          cargoBuildFlags = [ "--package" "buttress" "--package" "buttress-checker" ];
          # The tests of the whole workspace are `cargo xtask ci`.
          doCheck = false;
          doInstallCheck = true;
          installCheckPhase = "$out/bin/buttress doctor";
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            installShellCompletion --cmd buttress \
              --bash <($out/bin/buttress completions bash) \
              --fish <($out/bin/buttress completions fish) \
              --zsh <($out/bin/buttress completions zsh)
            $out/bin/buttress man > buttress.1
            installManPage buttress.1
          '';
          meta = {
            description = "A safety verifier whose every verdict is checked";
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "buttress";
          };
        };
      });
    };
}
