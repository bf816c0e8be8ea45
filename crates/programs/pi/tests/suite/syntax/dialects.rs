//! From the classic dialect to the other.

use buttress_pi::convert;
use buttress_pi::tree::Dialect;

use super::programs::{CLASSIC, PI};
use super::{shape, tree};

#[test]
fn converted_programs_mean_the_same() {
    for text in CLASSIC {
        let converted = convert(text).unwrap_or_else(|errors| panic!("{errors:#?}"));
        assert_eq!(tree(&converted).dialect, Dialect::Pi, "{converted}");
        assert_eq!(shape(&tree(&converted)), shape(&tree(text)), "{converted}");
    }
}

#[test]
fn conversion_is_readable() {
    let text = "
#include \"arrays.pi\"
define int e = ?;
typedef struct s { int x; } s;
@pre 0 < length(a) // not empty
@post exists(i, 0, length(a) - 1, a[i] == rv && a[i] == e) == true
int f(int[] a)
declare
  int i, j; // both
  s[] t;
{
  i = j;
  return a[length(a) - 1];
}
";
    let expected = "\
int e := ?;
struct s {
  int x;
}

@pre 0 < |a| // not empty
@post (exists i. (0 <= i && i <= |a| - 1 && (a[i] = rv && a[i] = e))) = true
int f(int[] a) {
  int i;
  int j; // both
  s[] t;

  i := j;
  return a[|a| - 1];
}
";
    assert_eq!(convert(text).as_deref(), Ok(expected));
}

#[test]
fn other_files_stay_as_they_are() {
    for text in PI {
        assert_eq!(convert(text).as_deref(), Ok(*text));
    }
    assert!(convert("#include \"a.pi\" int x").is_err());
}
