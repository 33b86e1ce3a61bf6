// flags: -O2 -Rpass=omp-map -Rpass-missed=omp-map -w
// Each way in which data comes into a region, and the transfers that it does not need.
#include <omp.h>
static int global;
struct pair { int n; double *data, *more; };
#pragma omp declare target
static double table[4];
#pragma omp end declare target

void regions(int n, double *p, double q[restrict n], struct pair *s, double *dev) {
  double a[100], b[100], sum = 0, big[8] = {0};
  const int scale = 2;
  int t;
  #pragma omp target teams distribute parallel for map(to: a[0:50]) map(tofrom: q[0:n]) reduction(+: sum) firstprivate(big) is_device_ptr(dev)
  for (int i = 0; i < n; i++) {
    b[i % 100] = scale * a[i % 50] + big[i % 8] + table[0];
    q[i] += p[i] + dev[i];
    sum += q[i];
  }
  #pragma omp target private(t) map(s->data[0:10], s->more[0:n]) map(always, close, tofrom: a)
  {
    t = s->n;
    s->data[0] = a[t];
    s->more[0] = t;
  }
  #pragma omp target defaultmap(from: aggregate)
  b[0] = 1;
  double v[n];
  omp_allocator_handle_t own;
  #pragma omp target uses_allocators(own) map(alloc: v)
  {
    double *w = omp_alloc(8, omp_default_mem_alloc), *z = omp_alloc(8, own);
    v[n - 1] = 0;
    omp_free(w, omp_default_mem_alloc), omp_free(z, own);
  }
}

void data(int n, double *p, double (*m)[16]) {
  #pragma omp target enter data map(to: p[0:64]) map(alloc: m[0:4])
  #pragma omp target data map(tofrom: p[0:n]) use_device_ptr(m) use_device_addr(global)
  {
    #pragma omp target update from(m[1:2][0:8]) to(p[0:2])
  }
  #pragma omp target exit data map(from: p[0:64]) map(delete: m[0:4])
}

void back(int n, double *x, double *restrict y) {
  #pragma omp target map(x[0:n]) map(from: y[0:n])
  y[0] = x[0];
}
