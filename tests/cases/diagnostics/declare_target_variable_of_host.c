int host;
int *q = &host;
#pragma omp declare target enter(q)
#pragma omp declare target enter(host) device_type(host)
int main(void)
{
#pragma omp target
  *q = 1;
  return 0;
}
