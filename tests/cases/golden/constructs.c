extern void work(double *);

double dot(int n, const double *x, const double *y)
{
  double s = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(to: x[0:n], y[0:n])
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

void data(int n, double *p, int host)
{
#pragma omp target data map(tofrom: p[0:n]) use_device_ptr(p) if(!host)
  work(p);
#pragma omp target enter data map(to: p[0:n]) nowait depend(out: p[0])
#pragma omp target update from(p[0:n]) depend(in: p[0])
#pragma omp target exit data map(delete: p[0:n])
}

#pragma omp declare target
static int counter;
int next(void) { static int calls; return ++calls + counter; }
#pragma omp end declare target
