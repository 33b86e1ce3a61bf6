void f(int i, int *a)
{
#pragma omp task depend(sink: i)
  a[0] = i;
#pragma omp task depend(depobj: i)
  a[0] = i;
}
