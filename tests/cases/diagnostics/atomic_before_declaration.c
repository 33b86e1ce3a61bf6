int f(int x)
{
#pragma omp atomic
  int y = x;
  return y;
}
