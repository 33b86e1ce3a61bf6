double a[20];

void f(double x)
{
#pragma omp target map(tofrom: a[0,10])
  a[10] = x;
}
