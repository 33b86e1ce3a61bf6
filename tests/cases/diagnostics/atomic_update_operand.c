void f(int x)
{
#pragma omp target map(tofrom: x)
#pragma omp atomic
  x = x + (x >> 1);
}
