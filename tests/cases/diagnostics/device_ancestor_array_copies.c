#pragma omp requires reverse_offload
int main(void)
{
  int a[4] = {0}, b[4] = {0}, c[4] = {0}, d[4] = {0};
#pragma omp target map(tofrom: a, b, c, d)
  {
#pragma omp target device(ancestor: 1) map(tofrom: a, b, c) firstprivate(d)
    {
#pragma omp parallel firstprivate(a, d)
      a[0]++, d[0]++;
#pragma omp parallel
#pragma omp for reduction(+: b[:4]) reduction(+: c)
      for (int i = 0; i < 4; i++) b[i]++, c[i]++;
    }
#pragma omp target parallel for device(ancestor: 1) reduction(+: a)
    for (int i = 0; i < 4; i++) a[i]++;
  }
  return a[0];
}
