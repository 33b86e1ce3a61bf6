// Constructs that calls bring into regions where they may be: behind a condition or a
// jump it is not certain that they are reached there, and a parallel region begins anew.
#include <omp.h>
#include <stdio.h>

static int n;

static void wait_in_parallel(int wait)
{
  if (wait) {
#pragma omp barrier
  }
}

static void wait_unless(int alone)
{
  if (alone)
    return;
#pragma omp barrier
}

static void fill(int *a)
{
#pragma omp for
  for (int i = 0; i < 64; i++)
    a[i] += i;
}

static void in_a_team(int *a)
{
#pragma omp parallel num_threads(2)
  fill(a);
}

static void count(void)
{
#pragma omp critical(other)
  n++;
}

static void note(int *last, int i)
{
#pragma omp ordered
  *last = i;
}

int main(void)
{
  int a[64] = {0}, b[64] = {0}, last = -1;
#pragma omp parallel num_threads(2)
  {
    wait_in_parallel(1);
    wait_unless(0);
#pragma omp single
    {
      wait_in_parallel(0);
      wait_unless(1);
      in_a_team(a);
    }
    fill(a);
#pragma omp critical
    count();
#pragma omp for ordered
    for (int i = 0; i < 64; i++)
      note(&last, i);
  }
#pragma omp target map(tofrom: b)
#pragma omp parallel num_threads(2)
  {
    wait_unless(0);
    fill(b);
#pragma omp single
    in_a_team(b);
  }
  if (a[63] != 126 || b[63] != 126 || n != 2 || last != 63)
    printf("%d %d %d %d\n", a[63], b[63], n, last);
  else
    printf("ok\n");
  return 0;
}
