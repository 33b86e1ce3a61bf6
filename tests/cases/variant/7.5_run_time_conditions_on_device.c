// gcc: no (gcc-12 takes constant conditions only)
// User conditions known only when the program runs choose among variants in device code.
#include <stdio.h>

#pragma omp declare target
int level;
#pragma omp end declare target

typedef struct { long a, b, c; } triple;
int slow(int x) { return x; }
int fast(int x) { return x + 1000; }
triple make_slow(int x) { return (triple){x, x, x}; }
triple make_fast(int x) { return (triple){x, 2 * x, 3 * x}; }
void set_slow(int *p) { *p = 1; }
void set_fast(int *p) { *p = 2; }

#pragma omp declare variant(fast) match(user = {condition(level > 1)})
int work(int x);
#pragma omp declare variant(make_fast) match(user = {condition(level > 1)})
triple make(int x);
#pragma omp declare variant(set_fast) match(user = {condition(level > 1)})
void set(int *p);
#pragma omp declare variant(fast) match(device = {kind(any)}, user = {condition(score(3) : level == 7)})
#pragma omp declare variant(slow) match(user = {condition(level == 8)})
int several(int x);

int work(int x) { return slow(x); }
triple make(int x) { return make_slow(x); }
void set(int *p) { set_slow(p); }
int several(int x) { return -x; }

static int check(int l) {
  int a, b, c, e;
  level = l;
#pragma omp target update to(level)
#pragma omp target map(from : a, b, c, e)
  {
    a = work(5);
    b = (int)make(3).c;
    set(&c);
    e = several(2);
  }
  int want = l > 1;
  int ewant = l == 7 ? 1002 : l == 8 ? 2 : -2;
  if (a != (want ? 1005 : 5) || b != (want ? 9 : 3) || c != 1 + want || e != ewant)
    return printf("level %d: %d %d %d %d\n", l, a, b, c, e), 1;
  if (work(5) != a || make(3).c != b || several(2) != e)
    return printf("host level %d: %d %ld %d\n", l, work(5), make(3).c, several(2)), 1;
  return 0;
}

int main(void) {
  if (check(1) || check(2) || check(7) || check(8))
    return 1;
  printf("ok\n");
}
