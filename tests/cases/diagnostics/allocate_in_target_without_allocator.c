void f(int *r)
{
#pragma omp target map(from: r[0:1])
  {
    int x[4];
#pragma omp allocate(x)
    x[0] = 1;
    r[0] = x[0];
  }
}
