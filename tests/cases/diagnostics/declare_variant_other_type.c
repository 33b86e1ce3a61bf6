double g(double);
#pragma omp declare variant(g) match(device = {kind(gpu)})
int f(int x)
{
  return x;
}
