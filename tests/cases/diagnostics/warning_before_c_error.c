#warning once
int f(int n, int *a)
{
#pragma omp target map(tofrom: a[0:n])
  a[0] = m;
  return 0;
}
