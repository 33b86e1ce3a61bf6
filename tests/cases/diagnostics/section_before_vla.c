void f(int n)
{
  int v[n];
#pragma omp target map(tofrom: v[-1:2])
  v[0] = 1;
}
