void *malloc(unsigned long);
void free(void *);
void consume(double *);
struct V { int n; double *v; };
double f(int n, double *arg)
{
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double)), *c = malloc(8), s = 0, t = 1, u = 0;
  struct V w = {n, arg};
  int k, done = 0, x = 0;
#pragma omp target map(tofrom: b[0:n])
#pragma omp parallel for reduction(+: s) private(t)
  for (int i = 0; i < n; i++) {
    s += a[i] * b[i] + arg[i] + t;
  }
  consume(c);
#pragma omp target map(to: x)
  {
    for (int i = 0; i < n; i++) { c[i] = w.v[i]; k = i; }
    done = 1;
    x = 2;
  }
#pragma omp target teams distribute parallel for reduction(+: u) map(to: u) private(k)
  for (int i = 0; i < n; i++) {
    if (i > 2) k = i; else k = 0;
    u += k;
  }
  k = 0;
  free(a);
  return s + done + u + k + x;
}

int twice(int x) { return 2 * x; }
int g(void)
{
  int (*fp)(int) = twice, out[8], all[2], r = 0;
#pragma omp target map(from: out, all) map(r)
  {
    out[0] = 1;
    out[3] = 2;
    all[0] = all[1] = 1;
    r = fp(3);
  }
  return out[0] + out[1] + r + all[0];
}
