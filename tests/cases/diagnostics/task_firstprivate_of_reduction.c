void f(int n, int *a)
{
  int s = 0;
#pragma omp target map(tofrom: s, a[0:n])
#pragma omp parallel reduction(+: s)
  {
#pragma omp task firstprivate(s)
    a[0] = s;
  }
}
