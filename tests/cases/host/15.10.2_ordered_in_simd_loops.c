// Worksharing-loop SIMD constructs with ordered regions in host code (OpenMP 5.2 §11.5, §15.10.2), and values that
// the last iteration leaves behind (§5.4.5, §5.4.6) where the iterations are shared out when threads ask for them.
#include <stdio.h>

enum { N = 203 };

static int seen[N], n, failed;

static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}

static void in_order(const char *what)
{
  int bad = n != N;
  for (int i = 0; i < n; i++)
    bad += seen[i] != i;
  expect(what, bad, 0);
  n = 0;
}

static void ordered(void)
{
  static int a[N];
#pragma omp parallel for simd ordered schedule(static, 8) num_threads(4) safelen(4)
  for (int i = 0; i < N; i++) {
    a[i] = i;
#pragma omp ordered threads simd
    seen[n++] = a[i];
  }
  in_order("static");
  int twice = 2;
#pragma omp parallel num_threads(3)
  {
#pragma omp for simd schedule(dynamic, 5) ordered linear(twice : 2) simdlen(4)
    for (int i = 0; i < N; i++) {
      if (i % 2) {
#pragma omp ordered threads simd
        seen[n++] = i;
      } else {
#pragma omp ordered simd threads
        seen[n++] = twice / 2 - 1;
      }
      twice += 2;
    }
  }
  in_order("dynamic");
  expect("twice", twice, 2 * N + 2);
  int own = 0, last = -1, most = 0;
#pragma omp parallel for simd ordered num_threads(4) lastprivate(last) reduction(max : most) linear(own)
  for (int i = 0; i < N; i++) {
    int k = own;
    most = most < k ? k : most;
#pragma omp ordered simd
    a[i] = k;
    last = a[i];
    own++;
  }
  expect("last", last, N - 1);
  expect("most", most, N - 1);
  expect("linear", own, N);
}

static void behind(void)
{
  int bad = 0;
  for (int k = 0; k < 200; k++) {
    int last = -1, line = 3, i = -1, team = -1;
#pragma omp parallel for num_threads(4) lastprivate(last) schedule(dynamic)
    for (int j = 0; j < 40; j++)
      last = j;
#pragma omp parallel for num_threads(4) linear(line : 2) schedule(nonmonotonic : dynamic, 3)
    for (int j = 0; j < 40; j++)
      line += 2;
#pragma omp parallel for simd num_threads(4) schedule(simd : dynamic, 2)
    for (i = 0; i < 40; i++)
      seen[i] = i;
#pragma omp teams distribute parallel for num_teams(1) lastprivate(team) schedule(dynamic)
    for (int j = 0; j < 40; j++)
      team = j;
    bad += last != 39 || line != 83 || i != 40 || team != 39;
  }
  expect("behind the loops", bad, 0);
}

static void tasks(void)
{
  int sum = 0, most = -1;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop simd reduction(+ : sum) reduction(max : most) grainsize(7)
  for (int i = 0; i < N; i++) {
    sum += i;
    most = most < i ? i : most;
  }
  expect("taskloop simd", sum == N * (N - 1) / 2 && most == N - 1, 1);
}

int main(void)
{
  ordered();
  behind();
  tasks();
  puts(failed ? "wrong" : "ok");
  return failed;
}
