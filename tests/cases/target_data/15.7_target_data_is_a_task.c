// flags: -fopenmp-version=60
// gcc: no (a feature of 6.0)
// OpenMP 6.0 §15.7: the body of a target_data construct is a task with a data environment
// of its own: private and firstprivate variables, reductions, an event.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int a[4] = {1, 2, 3, 4}, p = 5, f = 6, sum = 0, bad = 0, seen = 0;
  #pragma omp target data map(tofrom: a) private(p) firstprivate(f) allocate(omp_default_mem_alloc: f)
  {
    p = 10;
    f += 10;
    #pragma omp target map(a) firstprivate(p, f)
    a[0] = p + f;
  }
  if (a[0] != 26 || p != 5 || f != 6) {
    printf("copies: %d %d %d\n", a[0], p, f);
    bad = 1;
  }
  #pragma omp target_data map(to: a) default(firstprivate)
  {
    f = 99;
    #pragma omp target map(from: a)
    a[1] = 7, a[0] = 1, a[2] = 1, a[3] = 1;
  }
  bad |= f != 6;

  #pragma omp parallel num_threads(2)
  #pragma omp single
  #pragma omp taskgroup task_reduction(+: sum)
  {
    #pragma omp target data map(tofrom: a) in_reduction(+: sum)
    sum += 20;
    #pragma omp task in_reduction(+: sum)
    sum += 22;
  }
  if (sum != 42) {
    printf("reduction: %d\n", sum);
    bad = 1;
  }

  #pragma omp parallel num_threads(2)
  #pragma omp single
  {
    omp_event_handle_t event;
    #pragma omp target data map(tofrom: a) nogroup transparent detach(event)
    {
      #pragma omp task depend(out: seen) shared(seen)
      seen = 1;
      omp_fulfill_event(event);
    }
    #pragma omp task depend(in: seen) shared(seen, bad)
    bad |= seen != 1;
  }
  if (!bad)
    printf("ok\n");
  return bad;
}
