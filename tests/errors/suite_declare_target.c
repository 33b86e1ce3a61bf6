// Lines with the comment "wrong" are wrong, and all others are right.
int a, b, c, d; void fn(void); static int st;
#pragma omp threadprivate(d)
#pragma omp declare target to(a)
#pragma omp declare target enter(b)
#pragma omp declare target link(c)
#pragma omp declare target (fn)
#pragma omp declare target to(a) link(a) // wrong
#pragma omp declare target link(fn) // wrong
#pragma omp declare target to(d) // wrong
#pragma omp declare target to(nosuch) // wrong
#pragma omp declare target to() // wrong
#pragma omp declare target bad(a) // wrong
#pragma omp declare target device_type(bad) to(st) // wrong
#pragma omp declare target device_type(host) to(st)
#pragma omp declare target device_type(nohost) device_type(any) to(st) // wrong
#pragma omp declare target device_type(any) // wrong
#pragma omp declare target to(a[0]) // wrong
#pragma omp begin declare target
void g1(void); int gv;
#pragma omp begin declare target device_type(host)
void g2(void);
#pragma omp end declare target
#pragma omp end declare target
#pragma omp end declare target // wrong
#pragma omp begin declare target to(a) // wrong
#pragma omp end declare target
void h(int p) {
  int l; static int ls;
#pragma omp declare target to(ls)
#pragma omp declare target to(l) // wrong
#pragma omp declare target to(p) // wrong
}
