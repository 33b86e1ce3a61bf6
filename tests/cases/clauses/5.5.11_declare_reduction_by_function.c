#include <stdio.h>

#pragma omp declare target
static void add(long *out, const long *in) { *out += 2 * *in; }
static void zero(long *p) { *p = 0; }
#pragma omp end declare target
#pragma omp declare reduction(twice: long: add(&omp_out, &omp_in)) initializer(zero(&omp_priv))

int main(void)
{
  long s = 0;
#pragma omp target map(tofrom: s)
#pragma omp parallel num_threads(1) reduction(twice: s)
  s += 21;
  puts(s == 42 ? "ok" : "combiner and initializer are functions");
  return 0;
}
