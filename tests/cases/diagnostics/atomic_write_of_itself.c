void f(int x)
{
#pragma omp atomic write
  x = x + 1;
}
