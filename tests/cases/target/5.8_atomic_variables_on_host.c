// gcc: no (gcc 12 takes no _Atomic variable in map clauses)
/* OpenMP 5.2 §13.8, C17 6.7.2.4: atomic variables in the versions of target regions that the host executes: gcc maps none. */
#include <stdio.h>

static _Atomic int counter;

static int count(int n)
{
  _Atomic int l = 0, *p = &l;
  _Atomic(double) d = 1;
#pragma omp target teams distribute parallel for map(tofrom: l, counter)
  for (int i = 0; i < n; i++)
    l += 1, counter++;
#pragma omp target map(tofrom: l)
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      l++;
  }
#pragma omp target map(tofrom: p[0:1])
  l = l + d + *p * 0;
#pragma omp parallel num_threads(2)
#pragma omp target parallel map(tofrom: counter) num_threads(1)
  counter += 100;
  return l;
}

int main(void)
{
  int l = count(50);
  if ((l == 100 || l == 101) && counter == 250)
    puts("ok");
  else
    printf("%d and %d\n", l, counter);
  return 0;
}
