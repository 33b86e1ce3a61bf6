// gcc: no (gcc-12 refuses the loops without iterations, and executes none of others)
// OpenMP 5.2 §4.4.1: loops of host constructs that gcc 12 or clang 19 count wrongly: downwards in unsigned types,
// further than the variable's type holds a distance, and without iterations.
#include <limits.h>
#include <stdio.h>

static int failed;

static void expect(const char *what, long n, long sum, long want_n, long want_sum)
{
  if (n == want_n && sum == want_sum)
    return;
  printf("%s: %ld iterations with the sum %ld, not %ld with %ld\n", what, n, sum, want_n, want_sum);
  failed = 1;
}

static void downwards(void)
{
  long n = 0, sum = 0, last = -1;
#pragma omp parallel for schedule(dynamic, 2) reduction(+ : n, sum) lastprivate(last)
  for (unsigned i = 17; i > 0; i--) {
    n++;
    sum += i;
    last = i;
  }
  expect("dynamic", n, sum + last, 17, 154);
  n = sum = 0;
#pragma omp parallel for ordered reduction(+ : n)
  for (unsigned char i = 255; 239 < i; i -= 2) {
    n++;
#pragma omp ordered
    sum = sum * 3 % 1000003 + i;
  }
  long want = 0;
  for (int i = 255; i > 239; i -= 2)
    want = want * 3 % 1000003 + i;
  expect("ordered", n, sum, 8, want);
  n = sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(3) reduction(+ : n, sum)
  for (unsigned short i = 119; i > 4; i -= 7) {
    n++;
    sum += i;
  }
  expect("taskloop", n, sum, 17, 1071);
  n = sum = 0;
  unsigned long i, k = 10;
#pragma omp parallel for schedule(guided) reduction(+ : n, sum) default(none) shared(k)
  for (i = k; i != 0; i--) {
    n++;
    sum += i;
  }
  expect("unsigned long", n, sum, 10, 55);
}

static void far(void)
{
  long n = 0, sum = 0;
#pragma omp parallel for reduction(+ : n, sum)
  for (signed char i = SCHAR_MIN; i < 34; i += 5) {
    n++;
    sum += i;
  }
  expect("signed char", n, sum, 33, -1584);
  n = sum = 0;
#pragma omp teams distribute parallel for reduction(+ : n, sum) dist_schedule(static, 2)
  for (int i = INT_MIN; i <= INT_MAX - 1000000000; i += 1000000000) {
    n++;
    sum += i;
  }
  expect("int", n, sum, 4, 4L * INT_MIN + 6000000000L);
  n = sum = 0;
#pragma omp parallel for collapse(2) schedule(static, 8) reduction(+ : n, sum)
  for (short i = -3; i < 3; i++)
    for (unsigned j = 0; 3607199397u > j; j += 1932735282) {
      n++;
      sum += i + (j > 0);
    }
  expect("collapse", n, sum, 12, 0);
}

static void none(int m)
{
  long n = 0;
#pragma omp parallel for reduction(+ : n)
  for (unsigned i = 0; i < 0; i++)
    n++;
#pragma omp parallel for collapse(2) reduction(+ : n)
  for (short j = SHRT_MAX; j > SHRT_MAX; j--)
    for (int i = 0; i < 4; i++)
      n++;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < m; i++)
#pragma omp atomic
      n++;
#pragma omp taskloop grainsize(strict : 4) collapse(2)
    for (signed char i = 4; i < m; i++)
      for (unsigned long j = 0; j != 2; j++)
#pragma omp atomic
        n++;
#pragma omp taskloop simd grainsize(2) reduction(+ : n)
    for (unsigned i = 5; i < (unsigned)m + 4; i++)
      n++;
  }
  expect("none", n, 0, 0, 0);
}

int main(void)
{
  downwards();
  far();
  none(0);
  none(-1);
  puts(failed ? "wrong" : "ok");
  return failed;
}
