#pragma omp declare mapper(int v) map(v)
int f(int x)
{
  return x;
}
