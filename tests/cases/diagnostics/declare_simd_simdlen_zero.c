#pragma omp declare simd simdlen(0)
int f(int x)
{
  return x;
}
