int f(int x);
#pragma omp declare variant(nothere) match(device = {kind(gpu)})
int f(int x)
{
  return x;
}
