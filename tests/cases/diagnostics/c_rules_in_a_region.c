// C's own rules hold in target regions: the host compiler says what is wrong.
struct s { int a : 3; };
union u { int a; };
static int add(int a, int b) { return a + b; }
int f(void) {
  struct s x = {1};
  int r = 0;
#pragma omp target map(tofrom: r) map(to: x)
  {
    int *p = &x.a;
    r = add(1);
    r = x;
    union u y = (union u)x;
  }
  return r;
}
