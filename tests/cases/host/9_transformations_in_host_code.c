// gcc: no (gcc-12 knows none of these directives)
// flags: -fopenmp-version=60
// Loop transformations generate their loops in host code as well, for any host
// compiler, and constructs around them share the generated loops (5.2 §9, 6.0 §11).
#include <stdio.h>
#include <string.h>

static char log_[4096];
static int wrong;

static void at(int i, int j) { snprintf(log_ + strlen(log_), 16, "%d,%d ", i, j); }

static void expect(const char *what, const char *want)
{
  if (strcmp(log_, want)) {
    printf("%s: %s instead of %s\n", what, log_, want);
    wrong++;
  }
  log_[0] = 0;
}

static void alone(int n)
{
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; i++)
    for (int j = 5; j > 2; j--)
      at(i, j);
  expect("tile", "0,5 0,4 1,5 1,4 0,3 1,3 2,5 2,4 2,3 ");
#pragma omp reverse
  for (int i = 1; i <= 7; i += 3)
    at(i, 0);
  expect("reverse", "7,0 4,0 1,0 ");
#pragma omp interchange
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < n; ++j) {
      if (j == 1)
        continue;
      at(i, j);
    }
  expect("interchange", "0,0 1,0 0,2 1,2 ");
#pragma omp stripe sizes(2)
  for (unsigned i = 0; i < 5; i++)
    at(i, 0);
  expect("stripe", "0,0 2,0 4,0 1,0 3,0 ");
#pragma omp fuse
  {
    for (int i = 0; i < 2; i++) {
      if (i == 0)
        continue;
      at(i, 0);
    }
    for (long k = 3; k != 0; k--)
      at(9, k);
  }
  expect("fuse", "9,3 1,0 9,2 9,1 ");
#pragma omp fuse looprange(2, 2)
  {
    for (int i = 0; i < 2; i++)
      at(i, 1);
    for (int i = 0; i < 2; i++)
      at(i, 2);
    for (int i = 0; i < 2; i++)
      at(i, 3);
  }
  expect("looprange", "0,1 1,1 0,2 0,3 1,2 1,3 ");
#pragma omp split counts(1, omp_fill, 2) apply(split(2): reverse)
  for (int i = 0; i < 6; i++)
    at(i, 0);
  expect("split", "0,0 3,0 2,0 1,0 4,0 5,0 ");
#pragma omp unroll partial(3) apply(reverse)
  for (int i = 0; i < 7; i++)
    at(i, 0);
  expect("unroll", "6,0 3,0 4,0 5,0 0,0 1,0 2,0 ");
}

static void nested(int n)
{
#pragma omp reverse
#pragma omp tile sizes(2)
  for (int i = 0; i < n; i++)
    at(i, 0);
  expect("reverse of tile", "2,0 0,0 1,0 ");
#pragma omp tile sizes(2, 2) apply(grid: interchange, reverse) apply(intratile(2): reverse)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      at(i, j);
  expect("apply", "0,2 1,2 2,2 0,1 0,0 1,1 1,0 2,1 2,0 ");
  int a[4] = {1, 2, 3, 4};
#pragma omp interchange
#pragma omp reverse
  for (int *p = a; p < a + 2; p++)
#pragma omp reverse
    for (int j = 0; j < n; j += 2) {
      at(*p, j);
#pragma omp reverse
      for (int k = 0; k < j; k++)
        at(k, 100);
    }
  expect("nested", "2,2 1,100 0,100 1,2 1,100 0,100 2,0 1,0 ");
  int i, s = 0;
  while (n-- > 2)
#pragma omp unroll partial(2)
    for (i = 0; i < 5; i++)
      s += i;
  if (s != 10)
    wrong++, printf("unroll: %d\n", s);
}

static void shared(int n)
{
  int hits[100] = {0}, sum = 0, last = -1;
#pragma omp parallel for default(none) shared(hits, n) reduction(+ : sum)
#pragma omp tile sizes(4)
  for (int i = 0; i < n; i++) {
    hits[i]++;
    sum += i;
  }
#pragma omp parallel
  {
#pragma omp for collapse(4) reduction(+ : sum)
#pragma omp tile sizes(3, 4)
    for (int i = 0; i < n / 10; i++)
      for (int j = 0; j < 10; j++) {
        hits[10 * i + j]++;
        sum++;
      }
#pragma omp for collapse(2) lastprivate(last)
    for (int i = 0; i < n / 10; i++)
#pragma omp reverse
      for (int j = 0; j < 10; j++) {
        hits[10 * i + j]++;
        last = 10 * i + j;
      }
  }
#pragma omp simd reduction(+ : sum)
#pragma omp unroll partial(4)
  for (int i = 0; i < n; i++)
    sum += hits[i];
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
#pragma omp fuse
  {
    for (int i = 0; i < n / 2; i++)
      hits[i]++;
    for (int i = n / 2; i < n; i++)
      hits[i]++;
  }
  for (int i = 0; i < n; i++)
    if (hits[i] != 4)
      wrong++, printf("hits[%d] = %d\n", i, hits[i]);
  if (sum != n * (n - 1) / 2 + n + 3 * n || last != n - 10)
    wrong++, printf("sum = %d, last = %d\n", sum, last);
}

int main(void)
{
  alone(3);
  nested(3);
  shared(100);
  puts(wrong ? "wrong" : "ok");
  return 0;
}
