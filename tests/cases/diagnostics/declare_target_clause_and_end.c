#pragma omp declare target device_type(any)
int f(void)
{
  return 1;
}
#pragma omp end declare target
