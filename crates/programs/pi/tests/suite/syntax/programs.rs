//! Small programs that between them use all of the grammar.

pub const PI: &[&str] = &[SEARCH, SCALE, STRUCTS, TABLES, BRANCHES];

pub const CLASSIC: &[&str] = &[CLASSIC_COUNT, CLASSIC_PAIR];

const SEARCH: &str = "
// Where does e stand in a?
@pre 0 <= l && u < |a|
@post (rv = -1 -> forall i. (l <= i <= u -> a[i] != e))
   && (rv >= 0 -> l <= rv <= u && a[rv] = e)
int find(int[] a, int l, int u, int e) {
  for /* all cells */
    @L: l <= i && forall j. (l <= j < i -> a[j] != e)
    # (u - i + 1)
    (int i := l; i <= u; i := i + 1)
  {
    if (a[i] = e) return i; // found
  }
  return -1;
}
";

const SCALE: &str = "
predicate above(real[] a, real x) := ∀ i. (0 ≤ i ∧ i < |a| → a[i] ≥ x ∨ ¬(x ≠ x));
float limit := ?;
int calls;
# (1)
@post above(rv, 0.5) && forall float x, y. (x < y <-> !(x >= y))
@pre true
float[] scale(float[] a, bool twice) {
  float[] b := a{0 <- 1.5};
  int k := 0;
  while # (|b| - k) @ 0 <= k (k < |b|) {
    b[k] := b[k] / 2.0 * -1.0;
    k := k + 1 div 1 % 7;
    ;
  }
  calls := calls + 1;
  @ exists i. i = 0;
  return b;
}
";

const STRUCTS: &str = "
struct pair { int first; int[] rest; }
class cell { pair both; }
@pre |p.rest| > 0
@post rv.first = p.rest[0]
pair next(pair p) {
  pair q;
  q.first := p.rest[0];
  q.rest := new int[|p.rest| - 1];
  for @ true (; q.first > 0;) { break; }
  { int inner; inner := 1; }
  return q;
}
";

const TABLES: &str = "
@pre forall k in keys(h). get(h, k) >= 0
@post forall k ∈ keys(rv). (get(rv, k) >= 0) && s in keys(rv)
hashtable(int, int) insert(hashtable(int, int) h, int s, list(int) l) {
  hashtable(int, int) t := put(h, s, 0);
  list(int)[] none;
  while @ !(s in keys(t)) (atom(l)) l := cdr(l);
  if (init(t)) return empty();
  return remove(t, car(cons(1, nil)));
}
";

const BRANCHES: &str = "
@pre true @post true
void f(int x, int[] a) {
  if (x > 0) if (x > 1) g(x); else h(a{x <- 1}{2 <- 3}[x], |a|);
  if (x = 1) { } else if (x = 2) { g(-x); } /* neither */ else
    while @ p(x) && (x > 0) (x < 3) { x := x + 1; }
  while @ p(x) (x < 5) x := x + 1;
  forall(i, 0, |a| - 1, a[i] = 0);
  return;
}
";

const CLASSIC_COUNT: &str = "
#include \"arrays.pi\"
define int ix = ?;
@pre  0 <= l /* lower */ && u < length(a)
@post rv == 0 <-> !exists(ix, l, u, a[ix] == e || a[ix] == e + 1) // none
int count(int[] a, int l, int u, int e)
declare
  int i, n; // counters
  int[] b;
{
  n = 0;
  for
    @ n >= 0 && forall(ix, l, i - 1, n == 0 -> a[ix] != e)
    (i = l; i <= u; i = i + 1)
  {
    if (a[i] == e) n = n + 1;
  }
  return n;
}
";

const CLASSIC_PAIR: &str = "
typedef struct duo {
  int one;
  int[] two;
} duo;
predicate all(int[] a) = forall(i, 0, length(a) - 1, forall(j, 0, i, a[j] <= a[i]));
@pre (forall(i, 0, 3, true)) == true && forall(i, 0, 3, true) == true
@post true
duo make(int[] a)
declare duo d, e; bool b;
{
  d.two = a;
  d.one = length(d.two);
  b = length(a) == d.one;
  return d;
}
";
