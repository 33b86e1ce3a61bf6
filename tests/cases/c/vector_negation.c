// gcc: no (ext_vector_type is clang's)
// The negation of a vector is a vector of integers, also as a type.
#include <stdio.h>
#pragma omp begin declare target
typedef float f4 __attribute__((ext_vector_type(4)));
static int negate(f4 v)
{
  __typeof__(!v) none = !v;
  return (sizeof none == 16) + 2 * (none[0] == -1 && none[1] == 0);
}
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  r = negate((f4){0, 1});
  puts(r == 3 ? "ok" : "wrong");
  return 0;
}
