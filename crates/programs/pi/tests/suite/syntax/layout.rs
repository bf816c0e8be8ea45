//! The formatter: it settles blanks and lines, keeps comments, and changes nothing else.

use buttress_pi::format;
use buttress_prop::Random;

use super::programs::{CLASSIC, PI};
use super::{shape, tree};

fn formatted(text: &str) -> String {
    format(text).unwrap_or_else(|errors| panic!("{errors:#?}\nin\n{text}"))
}

/// Formats, and checks what must always hold.
fn checked(text: &str) -> String {
    let once = formatted(text);
    assert_eq!(formatted(&once), once, "not settled:\n{once}");
    assert_eq!(shape(&tree(&once)), shape(&tree(text)), "changed:\n{once}");
    assert_eq!(tree(&once).dialect, tree(text).dialect, "{once}");
    assert!(once.lines().all(|line| line.trim_end() == line), "blanks at line ends:\n{once}");
    assert!(once.is_empty() || once.ends_with('\n') && !once.ends_with("\n\n"), "{once:?}");
    once
}

#[test]
fn programs_are_settled_and_unchanged() {
    for text in PI.iter().chain(CLASSIC) {
        checked(text);
    }
    assert_eq!(checked(""), "");
    assert_eq!(checked("// only\r\n\r\n\r\n/* comments */  "), "// only\n\n/* comments */\n");
}

#[test]
fn files_with_errors_are_refused() {
    assert!(format("@pre true void f() { }").is_err());
}

#[test]
fn a_program_looks_as_in_the_literature() {
    let text = "
// about f
predicate p(int x):=x>0&&!(x=-1);
@pre p( x )&&forall i,j.(i<=j->a [ i ]<=a[j])
@post true # (x)   // decreases
int[] f(int[] a,int x){int[] b:=a{x<-|a|};
for @L1:x>0&&
true # (x,1) (int i:=0;i<|a|;i:=i+1){if(x>0){break;}else{x:=- x;}


// last
}
while @ true(x<3)x:=x+1;
if (x>1) return a; else return b;
;
}
int g:=?;
";
    let expected = "\
// about f
predicate p(int x) := x > 0 && !(x = -1);
@pre p(x) && forall i, j. (i <= j -> a[i] <= a[j])
@post true
#(x) // decreases
int[] f(int[] a, int x) {
  int[] b := a{x <- |a|};
  for
    @L1: x > 0 &&
      true
    #(x, 1)
    (int i := 0; i < |a|; i := i + 1)
  {
    if (x > 0) {
      break;
    } else {
      x := -x;
    }

    // last
  }
  while @ true (x < 3) x := x + 1;
  if (x > 1) return a; else return b;
  ;
}

int g := ?;
";
    assert_eq!(checked(text), expected);
}

#[test]
fn comments_stay_where_they_are() {
    let text = "
/* one */ @pre /* two */ true // three
// four
@post true
int f(/* five */ int x) { // six
  /* seven */ x := /* eight */ 1; /* nine
     * ten
   eleven */
  if (x > 1) // twelve
    return 1; // thirteen
  else /* fourteen */ return 2;
  // fifteen
} // sixteen
// seventeen";
    let once = checked(text);
    let words = ["one", "six", "seventeen", "thirteen", "eleven"];
    let order: Vec<Option<usize>> = words.iter().map(|word| once.find(word)).collect();
    assert!(order.iter().all(Option::is_some), "{once}");
    assert_eq!(once.matches("//").count(), 8, "{once}");
    assert_eq!(once.matches("/*").count(), 7, "{once}");
    assert!(once.contains("int f(/* five */ int x) { // six\n"), "{once}");
    assert!(once.contains("return 1; // thirteen\n  else /* fourteen */ return 2;\n"), "{once}");
}

#[test]
fn long_formulas_are_broken_at_their_conjuncts() {
    let conjuncts = ["partitioned(a, l, m, m + 1, u)"; 5].join(" && ");
    let once =
        checked(&format!("@pre {conjuncts} @post true void f() {{ while @ {conjuncts} (x) ; }}"));
    assert_eq!(once.lines().filter(|line| line.trim().starts_with("&& ")).count(), 8, "{once}");
    assert!(once.lines().all(|line| line.len() <= 100), "{once}");
}

/// A text cut at its blanks, without its line comments.
fn pieces(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let words = code.flat_map(str::split_whitespace).map(str::to_owned);
    let mut pieces: Vec<String> = vec![];
    for word in words {
        match pieces.last_mut() {
            // These two are one token.
            Some(last) if last == "#include" => last.push_str(&format!(" {word}")),
            _ => pieces.push(word),
        }
    }
    pieces
}

/// Programs with random blanks, line ends and comments between their words.
#[test]
fn any_layout_is_settled() {
    let mut random = Random::new(11);
    let separators = [
        " ",
        " ",
        " ",
        "\n",
        "\n\n\n",
        "\t",
        " // c\n",
        " /* d */ ",
        "\n// e\n",
        "\n/* f\n * g */\n",
    ];
    for round in 0..300 {
        let programs: Vec<&str> = PI.iter().chain(CLASSIC).copied().collect();
        let text = programs[round % programs.len()];
        // Comments of the program itself are cut out first, for they must not be split.
        let mut plain = text.to_owned();
        while let Some((before, after)) = plain.split_once("/*") {
            plain = format!("{before}{}", after.split_once("*/").map_or("", |(_, after)| after));
        }
        let mut laid_out = String::new();
        for piece in pieces(&plain) {
            laid_out.push_str(&piece);
            laid_out.push_str(random.pick(&separators).unwrap_or(" "));
        }
        let once = checked(&laid_out);
        assert_eq!(once.matches("// ").count(), laid_out.matches("// ").count(), "{once}");
        assert_eq!(once.matches("/* ").count(), laid_out.matches("/* ").count(), "{once}");
    }
}
