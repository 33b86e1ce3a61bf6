// gcc: no (gcc-12 has no conditional lastprivate on target constructs)
/* OpenMP 5.2 §5.4.5: lastprivate(conditional: ) on loops that the threads of a team
 * share: every form of assignment, schedules, collapsed loops, in a function. */
#include <stdio.h>
#include <omp.h>

enum { N = 300 };
static int who[N];
#pragma omp declare target
static int in_function(const int *a, int n)
{
  static int x;
#pragma omp single
  x = -1;
#pragma omp for lastprivate(conditional : x) schedule(dynamic, 3) nowait
  for (int i = n - 1; i >= 0; i--) {
    if (a[i] % 7) continue;
    x = a[i];
  }
#pragma omp barrier
  return x;
}
#pragma omp end declare target

int main(void)
{
  static int a[N];
  int up = -1, sum = 10, never = 5, cell = -1, f[4] = {0}, threads = 0, bad = 0;
  float half = 0;
  int *where = 0, *base = a;
  for (int i = 0; i < N; i++) a[i] = (i * 37) % N;
#pragma omp target map(a, who, f) map(tofrom : up, sum, never, cell, half, threads, where) firstprivate(base)
#pragma omp parallel num_threads(omp_is_initial_device() ? 4 : 96)
  {
#pragma omp single
    threads = omp_is_initial_device() ? 1 : omp_get_num_threads();
#pragma omp for lastprivate(conditional : up, half, never, where)
    for (int i = 0; i < N; i++) {
      who[i] = omp_get_thread_num();
      if (a[i] < 20) {
        half = a[i] / 2.0f;
        (up = i, where = &a[i]);
      }
      if (a[i] > 1000) never++;
    }
#pragma omp for collapse(2) lastprivate(conditional : cell) schedule(static, 5) nowait
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 30; j++)
        if (a[i * 30 + j] % 11 == 3) {
          cell = 1000;
          cell += i * 30 + j;
          cell++;
        }
    int r = in_function(a, N);
    if (omp_get_thread_num() < 4) f[omp_get_thread_num()] = r;
  }
  int u = -1, c = -1, first = 0;
  for (int i = 0; i < N; i++) {
    if (a[i] < 20) u = i;
    if (a[i] % 11 == 3) c = 1001 + i;
  }
  while (a[first] % 7) first++;
  bad += up != u || half != a[u] / 2.0f || never != 5 || cell != c;
  for (int i = 0; i < 4; i++) bad += 10 * (f[i] != a[first]);
  if (threads > 1) {
    int others = 0;
    for (int i = 0; i < N; i++) others += who[i] != who[0];
    bad += 1000 * !others;
  }
  if (bad) printf("%d\n", bad);
  puts(bad || !where || !sum || !base ? "not the last assignment" : "ok");
  return 0;
}
