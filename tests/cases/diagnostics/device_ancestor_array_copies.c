#pragma omp requires reverse_offload
int main(void)
{
  int a[4] = {0}, b[4] = {0}, d[4] = {0};
#pragma omp target map(tofrom: a, b, d)
  {
#pragma omp target device(ancestor: 1) map(tofrom: a, b) firstprivate(d)
#pragma omp parallel
    {
#pragma omp for firstprivate(a, d)
      for (int i = 0; i < 4; i++) a[0] += d[i];
#pragma omp sections lastprivate(b)
      { b[0]++; }
    }
#pragma omp target parallel for device(ancestor: 1) lastprivate(a)
    for (int i = 0; i < 4; i++) a[0] = i;
  }
  return a[0];
}
