void f(int x)
{
#pragma omp atomic read
  x = x;
}
