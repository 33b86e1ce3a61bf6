// only: device
// gpu: no (it counts the threads of the process)
// A team of the CPU device has as many threads as it asks for. They wait for each other at barriers,
// for locks and in loops that poll, but only as many OS threads exist as the processors allow.
#include <dirent.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { N = 600 };

static int os_threads(void)
{
  DIR *d = opendir("/proc/self/task");
  int n = 0;
  for (struct dirent *e; d && (e = readdir(d));) {
    char path[300], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
    FILE *f = *e->d_name == '.' ? NULL : fopen(path, "r");
    if (f && fgets(name, sizeof name, f))
      n += !strncmp(name, "ompcc-cpu", 9);
    if (f)
      fclose(f);
  }
  if (d)
    closedir(d);
  return n;
}

int main(void)
{
  int flag = 0, met = 0, locked = 0, nested = 0, critical = 0, turn = 0, wrong = 0, across[N] = { 0 };
#pragma omp target thread_limit(N) map(tofrom: flag, met, locked, nested, critical, turn, wrong, across)
  {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(N)
    {
      int me = omp_get_thread_num(), seen = 0;
#pragma omp atomic
      met++;
#pragma omp barrier
      if (met != N || omp_get_num_threads() != N || omp_get_thread_num() != me)
#pragma omp atomic
        wrong++;
      if (me == N - 1)
#pragma omp atomic write
        flag = 1;
      while (!seen)
#pragma omp atomic read
        seen = flag;
      omp_set_lock(&lock);
      int old = locked;
#pragma omp flush
      locked = old + 1;
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      omp_set_nest_lock(&nest);
      nested++;
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
#pragma omp critical(many)
      critical++;
#pragma omp for schedule(static, 1) ordered
      for (int i = 0; i < N; i++) {
#pragma omp ordered
        wrong += turn++ != i;
      }
#pragma omp for schedule(static, 1) ordered(1)
      for (int i = 0; i < N; i++) {
#pragma omp ordered depend(sink: i - 1)
        across[i] = i ? across[i - 1] + 1 : 1;
#pragma omp ordered depend(source)
      }
    }
  }
  wrong |= locked != N || nested != N || critical != N || turn != N || across[N - 1] != N;
  int most = 2 * omp_get_num_procs(), n = os_threads();
  if (n > most)
    printf("%d threads of the device\n", n);
  puts(wrong || n > most ? "wrong" : "ok");
  return 0;
}
