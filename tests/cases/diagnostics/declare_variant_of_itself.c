int f(int x);
#pragma omp declare variant(f) match(device = {kind(gpu)})
int f(int x)
{
  return x;
}
