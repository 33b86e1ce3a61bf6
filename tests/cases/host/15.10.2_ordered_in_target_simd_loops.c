// gcc: no (the results of gcc 12 are wrong)
// Target constructs with simd that the host executes (OpenMP 5.2 §4.3): ordered regions are in the order of the
// iterations (§15.10.2), and reduced sections begin anywhere (§5.5.5).
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

static void ordered(int device)
{
  static int a[N];
#pragma omp target parallel for simd ordered schedule(static, 8) num_threads(4) safelen(4) if(target : device) \
    map(tofrom : n)
  for (int i = 0; i < N; i++) {
    a[i] = i;
#pragma omp ordered threads simd
    seen[n++] = a[i];
  }
  in_order("static");
#pragma omp target parallel for simd ordered schedule(dynamic, 3) num_threads(3) if(target : device) map(tofrom : n)
  for (int i = 0; i < N; i++) {
    if (i % 2) {
#pragma omp ordered threads simd
      seen[n++] = i;
    } else {
#pragma omp ordered simd threads
      seen[n++] = i;
    }
  }
  in_order("dynamic");
  int own = 0, last = -1, most = 0;
#pragma omp target parallel for simd ordered num_threads(4) lastprivate(last) reduction(max : most) linear(own) \
    if(target : device)
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
}

static void sections(int device)
{
  int sum[4] = {1, 1, 1, 1};
#pragma omp target simd reduction(+ : sum[1 : 2]) if(device)
  for (int i = 0; i < N; i++) {
    sum[1] += i;
    sum[2]++;
  }
  expect("simd", sum[0] + sum[3], 2);
  expect("sum", sum[1], 1 + N * (N - 1) / 2);
  expect("count", sum[2], 1 + N);
#pragma omp target parallel for simd reduction(+ : sum[1 : 2]) num_threads(4) if(target : device)
  for (int i = 0; i < N; i++) {
    sum[1] -= i;
    sum[2]--;
  }
  expect("parallel for simd", sum[1] + sum[2], 2);
}

int main(void)
{
  ordered(0);
  sections(0);
  puts(failed ? "wrong" : "ok");
  return failed;
}
