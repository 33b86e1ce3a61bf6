int g(int *);
#pragma omp declare variant(g) match(device = {kind(gpu)}) adjust_args(need_device_ptr : p)
int f(int *p)
{
  return *p;
}
