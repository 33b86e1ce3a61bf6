static int g;
#pragma omp declare simd uniform(g)
int f(int x)
{
  return x + g;
}
