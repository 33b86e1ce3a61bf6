// only: device
// OpenMP 5.2 §5.4.3, §5.1.1: the copies that a construct around a target region has of a declare target variable are
// ordinary variables: scalars are firstprivate, arrays are mapped.
#include <stdio.h>
#pragma omp begin declare target
int v = 6, w = 1;
int a[4] = {2, 3, 4, 5};
#pragma omp end declare target
int l[3] = {1, 2, 3};
#pragma omp declare target link(l)
static int *p;
#pragma omp declare target enter(p)

int main(void)
{
  int e = -1, bad = 0, sum = 0, x[2] = {4, 5};
#pragma omp parallel private(v) num_threads(1)
  {
    v = 100;
#pragma omp target
    v++;
    bad += v != 100;
  }
#pragma omp target update from(v)
  bad += v != 6;
#pragma omp parallel firstprivate(a) num_threads(1)
  {
    a[0] = 11;
#pragma omp target map(to : a[0 : 3]) map(from : e)
    e = a[0];
  }
  bad += e != 11;
#pragma omp parallel reduction(+ : w) num_threads(2)
  {
    w = 5;
#pragma omp target map(tofrom : w)
    w++;
  }
  bad += w != 13;
#pragma omp parallel firstprivate(l) num_threads(1)
  {
    l[1] = 20;
#pragma omp target
    l[1]++;
    bad += l[1] != 21;
  }
  bad += l[1] != 2;
#pragma omp parallel private(p) num_threads(1)
  {
    p = x;
#pragma omp target map(tofrom : p[0 : 2])
    p[1] = 9;
  }
  bad += x[1] != 9;
#pragma omp parallel private(v) num_threads(1)
  {
    v = 3;
#pragma omp target teams distribute parallel for reduction(+ : v) map(tofrom : v)
    for (int i = 0; i < 10; i++)
      v += i;
    sum = v;
  }
  bad += sum != 48;
#pragma omp target map(from : e)
  e = v + a[0];
  bad += e != 8;
  if (bad)
    printf("%d wrong: v %d, e %d, w %d, l %d, x %d, sum %d\n", bad, v, e, w, l[1], x[1], sum);
  puts(bad ? "wrong" : "ok");
  return bad;
}
