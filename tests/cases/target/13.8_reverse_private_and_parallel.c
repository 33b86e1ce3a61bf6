// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8, §5.4: private variables of a reverse-offload region, defaultmap, and what comes back into variables that
 * parallel regions, critical and single regions of the device use. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#pragma omp requires reverse_offload

typedef struct { int v[3]; } tri;

static int seen;
static char said[80];

static void say(int a, int b) { sprintf(said + strlen(said), "%d %d;", a, b); }
static int tick(void) { return __atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED); }
#pragma omp declare target device_type(host) enter(say, tick)

int main(void)
{
  int sum = 0, bad = 0, got[4] = {0}, arr[5] = {0}, threads = 0, mine = 1, block[4] = {1};
  tri t = {{1, 2, 3}};
#pragma omp target map(tofrom: sum, bad, threads)
  {
    int x, y[2] = {0, 0};
#pragma omp target device(ancestor: 1) map(from: x) map(tofrom: y)
    x = 5, y[1] = 6 + tick();
#pragma omp parallel num_threads(64) reduction(+: sum, threads)
    {
      threads++;
      sum += x == 5 && y[1] == 7;
    }
    if (x == 5) {
      int z = x + y[1];
#pragma omp target device(ancestor: 1) firstprivate(z) map(from: x)
      x = z;
#pragma omp parallel num_threads(32)
      if (x != 12) {
#pragma omp atomic
        bad++;
      }
    }
  }
  if (sum != threads || bad) return printf("%d of %d threads, %d\n", sum, threads, bad), 1;

#pragma omp target parallel num_threads(4) map(tofrom: got)
  {
    int me = omp_get_thread_num(), r = 0;
#pragma omp critical
    {
#pragma omp target device(ancestor: 1) map(tofrom: r)
      r += tick() > 0;
    }
    got[me] = r;
#pragma omp barrier
#pragma omp single
    {
#pragma omp target device(ancestor: 1) map(from: r)
      r = 50;
      got[0] += r;
    }
  }
  if (got[0] != 51 || seen < 2) return printf("got %d, %d\n", got[0], seen), 1;

#pragma omp target map(tofrom: arr, t)
  {
    t.v[1] = 9;
    arr[2] = 4;
#pragma omp target device(ancestor: 1) defaultmap(firstprivate: aggregate)
    say(arr[2], t.v[1]);
#pragma omp target device(ancestor: 1) map(always, to: t.v) private(mine, block)
    {
      mine = 3, block[3] = 7;
      say(t.v[1], mine + block[3]);
    }
  }
  if (strcmp(said, "4 9;9 10;") || mine != 1 || block[0] != 1) return printf("%s %d\n", said, mine), 1;
  puts("ok");
}
