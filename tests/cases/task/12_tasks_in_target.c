/* OpenMP 5.2 §12: tasks in a target region: data environments, depend,
 * taskgroup with reductions, taskloop, taskwait, taskyield. */
#include <stdio.h>

static int fib(int n)
{
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b) if(n > 5)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void)
{
  int f = 0, s = 0, x = 1, v[40] = {0}, bad = 0, sum = 0;
#pragma omp target map(f, s, v, sum) firstprivate(x)
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    f = fib(12);
#pragma omp task depend(out: x) shared(x)
    x = 5;
#pragma omp task depend(in: x) firstprivate(x)
    {
      x += 10;
#pragma omp taskyield
    }
#pragma omp taskwait
#pragma omp taskgroup task_reduction(+: s)
    {
      for (int i = 0; i < 4; i++) {
#pragma omp task in_reduction(+: s)
        s += i;
      }
    }
#pragma omp taskloop grainsize(4) shared(v)
    for (int i = 0; i < 40; i++) v[i] = i * x;
#pragma omp taskloop reduction(+: sum) num_tasks(3)
    for (int i = 0; i < 40; i++) sum += i;
  }
  for (int i = 0; i < 40; i++) bad += v[i] != i * 5;
  bad += f != 144 || s != 6 || sum != 780 || x != 1;
  puts(bad ? "wrong data environment" : "ok");
  return 0;
}
