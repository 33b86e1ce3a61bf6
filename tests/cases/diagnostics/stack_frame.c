// flags: -fopenmp-targets=amdgcn --offload-arch=gfx90a
// A thread on an AMD GPU has no room for such variables.
struct table { double x[19000]; };

double f(int n)
{
  double s = 0, b[19000], c[19000] = {0};
#pragma omp target map(tofrom: s)
  {
    struct table t;
    for (int i = 0; i < n; i++)
      t.x[i] = i;
    s = t.x[n / 2];
  }
#pragma omp target parallel for private(b)
  for (int i = 0; i < n; i++)
    b[i] = i;
#pragma omp target parallel for reduction(+: c)
  for (int i = 0; i < n; i++)
    c[i] += i;
  return s + c[1];
}
