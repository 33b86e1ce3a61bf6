int a[10], x, y, *p;
void sharing(int n) {
#pragma omp parallel private(x) shared(x)
  { }
#pragma omp parallel private(x, y, x)
  { }
#pragma omp parallel private(x) firstprivate(x)
  { }
#pragma omp parallel for firstprivate(x) lastprivate(x)
  for (int i = 0; i < n; i++) { }
#pragma omp parallel reduction(+: x) reduction(*: x)
  { }
#pragma omp target map(x) firstprivate(x)
  { }
#pragma omp target map(x) private(x)
  { }
#pragma omp target teams distribute parallel for map(tofrom: x) reduction(+: x)
  for (int i = 0; i < n; i++) { }
#pragma omp target map(p) is_device_ptr(p)
  { }
#pragma omp target map(p[0:n]) has_device_addr(p)
  { }
#pragma omp target data use_device_ptr(p) use_device_addr(p) map(p[0:n])
  { }
#pragma omp target private(x) is_device_ptr(p) map(a)
  { }
  int i;
#pragma omp for firstprivate(i)
  for (i = 0; i < n; i++) { }
#pragma omp parallel for reduction(+: i)
  for (i = 0; i < n; i++) { }
#pragma omp parallel for private(i) lastprivate(y)
  for (i = 0; i < n; i++) { }
#pragma omp single copyprivate(x) nowait
  { }
}
