#pragma omp requires reverse_offload
int log_it(int *p, int n);
#pragma omp declare target device_type(host) enter(log_it)
void f(int n, int *v)
{
  int a[8], k = 0;
#pragma omp target map(a) map(v[0:n])
  {
    a[0] = v[1];
#pragma omp target device(ancestor: 1) map(always, to: a[0:2], v[0:1]) map(from: k)
    k = log_it(v, a[0]);
  }
}
