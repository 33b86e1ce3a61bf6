void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:4]) map(to: a[1:2])
  a[0] = 1;
#pragma omp target data map(a[0:4], a[3:1], a[4:2])
  a[0] = 1;
#pragma omp target enter data map(to: a[0:2], a[2:2]) map(alloc: a[n:2]) // nothing is known of n
}
