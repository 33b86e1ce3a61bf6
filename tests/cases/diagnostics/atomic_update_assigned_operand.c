void f(int x)
{
#pragma omp atomic update
  x *= x;
}
