int a[8];

void parts(int n)
{
  double d;
#pragma omp parallel masked target map(a[0:n])    \
    private(n) num_threads(-1)
  a[0] = 1;
#pragma omp masked target_enter_data \
  map(from: a)
#pragma omp teams parallel for collapse(2)
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp parallel taskloop simd reduction(&: d)
  for (int i = 0; i < 8; i++)
    d += 1;
}
