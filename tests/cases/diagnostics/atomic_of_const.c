int f(void)
{
  const int x = 0;
#pragma omp atomic
  x++;
  return x;
}
