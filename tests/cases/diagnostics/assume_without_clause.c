int f(int x)
{
#pragma omp assume
  x++;
  return x;
}
