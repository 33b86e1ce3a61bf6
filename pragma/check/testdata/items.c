struct S { int v; int *p; unsigned f : 3; } s;
struct T;
extern struct T t;
extern int open[];
int a[10], x, tp, g;
double d;
int *p;
void *vp;
const int c = 3;
void f(void);
#pragma omp threadprivate(tp)
#pragma omp declare reduction(sadd : struct S : omp_out.v += omp_in.v) initializer(omp_priv = {0})
void items(int n, int arg) {
  int local;
  static int st;
#pragma omp parallel private(s.v)
  { }
#pragma omp parallel private(a[0])
  { }
#pragma omp parallel private(f)
  { }
#pragma omp parallel private(3)
  { }
#pragma omp parallel firstprivate(tp)
  { }
#pragma omp parallel copyin(x)
  { }
#pragma omp parallel private(c)
  { }
#pragma omp target map(t)
  { }
#pragma omp target map(open)
  { }
#pragma omp target map(f)
  { }
#pragma omp target map(s.f)
  { }
#pragma omp target has_device_addr(p[:])
  { }
#pragma omp target has_device_addr(p[2:])
  { }
#pragma omp target map(a[-1:3])
  { }
#pragma omp target map(a[2:-3])
  { }
#pragma omp target map(a[5:6])
  { }
#pragma omp target map(x[0:2])
  { }
#pragma omp target map(vp[0:2])
  { }
#pragma omp target map(a[0:d])
  { }
#pragma omp target update to(a[0:4:-1])
#pragma omp target map(a[0:2].v)
  { }
#pragma omp target map(a[])
  { }
#pragma omp target is_device_ptr(x)
  { }
#pragma omp target data use_device_ptr(x)
  { }
#pragma omp parallel reduction(&: d)
  { }
#pragma omp parallel reduction(+: p)
  { }
#pragma omp parallel reduction(+: s)
  { }
#pragma omp parallel reduction(sadd: x)
  { }
#pragma omp parallel reduction(sadd: s)
  { }
#pragma omp parallel reduction(mine: x)
  { }
#pragma omp simd aligned(x)
  for (int i = 0; i < n; i++) { }
#pragma omp simd linear(d)
  for (int i = 0; i < n; i++) { }
#pragma omp threadprivate(local)
#pragma omp declare target(local)
#pragma omp declare target enter(arg)
#pragma omp declare target enter(st, f, g)
#pragma omp target map(int)
  { }
}
