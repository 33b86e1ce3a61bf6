void f(int x)
{
#pragma omp atomic capture
  x = x += 2;
}
