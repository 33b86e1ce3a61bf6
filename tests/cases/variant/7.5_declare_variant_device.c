// gcc: no (gcc-12 does not choose variants inside outlined target regions)
// only: device
// amd: no (its variant is for nvptx64)
/* OpenMP 5.2 §7.5: function variants chosen by construct and device traits in
 * device code; the base function where nothing matches. */
#include <stdio.h>

int in_parallel(int x) { return 10 * x; }
int in_target(int x) { return 100 * x; }
int on_host(int x) { return -x; }
int on_cpu(int x) { return 1000 * x; }
int on_gpu(int x) { return 2000 * x; }

#pragma omp declare variant(in_parallel) match(construct={parallel})
#pragma omp declare variant(in_target) match(construct={target})
int f(int x) { return x; }

#pragma omp declare variant(on_host) match(device={kind(host)})
#pragma omp declare variant(on_cpu) match(device={kind(nohost, cpu)})
#pragma omp declare variant(on_gpu) match(device={kind(gpu), arch(nvptx64)})
int g(int x) { return x; }

static int in_routine(int x) { return f(x); }

#ifdef GPU
enum { THERE = 2000 };
#else
enum { THERE = 1000 };
#endif

int main(void)
{
  int a[4] = {0};
#pragma omp target map(a)
  {
    a[0] = f(1);
#pragma omp parallel num_threads(2)
#pragma omp single
    a[1] = f(1);
    a[2] = g(1);
    a[3] = in_routine(1);
  }
  printf("%s\n", a[0] == 100 && a[1] == 10 && a[2] == THERE && a[3] == 100 ? "ok" : "wrong variant");
  if (a[1] != 10) printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
  return 0;
}
