/* OpenMP 5.2 §5.5.10, §5.6, §15.9.4, §17.1: right programs that differ
 * little from wrong ones are accepted. */
#include <omp.h>
#include <stdio.h>

static int t;
#pragma omp threadprivate(t)

int main(void)
{
  int a[20] = {0}, b[20] = {0}, x = 0, y = 0, bad = 0;
  omp_depend_t o;
#pragma omp parallel num_threads(2) reduction(task, + : x)
  {
#pragma omp single
    {
#pragma omp task in_reduction(+ : x)
      x++;
#pragma omp taskgroup task_reduction(* : y)
      {
#pragma omp task in_reduction(* : y)
        y++;
      }
    }
    t++;
  }
  bad += 100 * (x != 1 || y != 0);
  x = 0;
#pragma omp parallel for simd reduction(inscan, + : x)
  for (int i = 0; i < 20; i++) {
    x += 1;
#pragma omp scan inclusive(x)
    a[i] = x;
  }
  for (int i = 0; i < 20; i++) bad += 1000 * (a[i] != i + 1);
#pragma omp parallel for simd ordered
  for (int i = 0; i < 20; i++) {
#pragma omp ordered simd
    b[i] = i;
  }
#pragma omp parallel for private(y) allocate(omp_default_mem_alloc : y) order(concurrent)
  for (int i = 0; i < 20; i++) {
    int t = i; /* not the threadprivate variable */
    y = t;
    b[i] += y;
  }
  for (int i = 0; i < 20; i++) bad += 10000 * (b[i] != 2 * i);
#pragma omp depobj(o) depend(inout : x)
#pragma omp task depend(depobj : o)
  x++;
#pragma omp taskwait
#pragma omp depobj(o) destroy
  if (bad) printf("%d\n", bad);
  puts(bad ? "right programs" : "ok");
  return 0;
}
