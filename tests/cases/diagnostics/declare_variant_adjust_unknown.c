int g(int *);
#pragma omp declare variant(g) match(construct = {dispatch}) adjust_args(need_device_ptr : q)
int f(int *p)
{
  return *p;
}
