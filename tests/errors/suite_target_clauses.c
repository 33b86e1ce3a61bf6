// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void); int g; 
void f(int argc, char **argv, int *p, int n) {
  int a[10], i; struct S { int x, y; } s; struct S *ps = &s;
  #pragma omp target map(a) ; // wrong
  foo();
  #pragma omp target map // wrong
  foo();
  #pragma omp target map() // wrong
  foo();
  #pragma omp target map(to) // wrong
  foo();
  #pragma omp target map(to:) // wrong
  foo();
  #pragma omp target map(bad: a) // wrong
  foo();
  #pragma omp target map(always, to: a)
  foo();
  #pragma omp target map(always always, to: a) // wrong
  foo();
  #pragma omp target map(always, close, present, tofrom: a)
  foo();
  #pragma omp target map(present, present, to: a) // wrong
  foo();
  #pragma omp target map(delete: a) // wrong
  foo();
  #pragma omp target map(release: a) // wrong
  foo();
  #pragma omp target map(alloc: a)
  foo();
  #pragma omp target map(to: a[0:3], a[5:2])
  foo();
  #pragma omp target map(to: a) firstprivate(a) // wrong
  foo();
  #pragma omp target map(to: a) private(a) // wrong
  foo();
  #pragma omp target is_device_ptr(p) map(to: p) // wrong
  foo();
  #pragma omp target is_device_ptr(p) private(p) // wrong
  foo();
  #pragma omp target is_device_ptr(n) // wrong
  foo();
  #pragma omp target has_device_addr(a) has_device_addr(a) // wrong
  foo();
  #pragma omp target device // wrong
  foo();
  #pragma omp target device() // wrong
  foo();
  #pragma omp target device(-10) // wrong
  foo();
  #pragma omp target device(n) device(1) // wrong
  foo();
  #pragma omp target device(3.5) // wrong
  foo();
  #pragma omp target device(ancestor: 1) // wrong
  foo();
  #pragma omp target device(device_num: n)
  foo();
  #pragma omp target device(other: n) // wrong
  foo();
  #pragma omp target nowait nowait // wrong
  foo();
  #pragma omp target nowait(1)
  foo();
  #pragma omp target depend // wrong
  foo();
  #pragma omp target depend(in: ) // wrong
  foo();
  #pragma omp target depend(in: a) depend(out: a[3]) depend(inout: a[0:2])
  foo();
  #pragma omp target depend(bad: a) // wrong
  foo();
  #pragma omp target depend(source) // wrong
  foo();
  #pragma omp target depend(sink: i) // wrong
  foo();
  #pragma omp target thread_limit(0) // wrong
  foo();
  #pragma omp target thread_limit(4)
  foo();
  #pragma omp target num_threads(4) // wrong
  foo();
  #pragma omp target defaultmap(tofrom: scalar)
  foo();
  #pragma omp target defaultmap(tofrom)
  foo();
  #pragma omp target defaultmap(tofrom: scalar) defaultmap(to: scalar) // wrong
  foo();
  #pragma omp target defaultmap(tofrom: scalar) defaultmap(to: aggregate)
  foo();
  #pragma omp target defaultmap(bad: scalar) // wrong
  foo();
  #pragma omp target defaultmap(to: bad) // wrong
  foo();
  #pragma omp target defaultmap() // wrong
  foo();
  #pragma omp target in_reduction(+: n)
  n++;
  #pragma omp target reduction(+: n) // wrong
  n++;
  #pragma omp target map(s.x) map(s.y)
  foo();
  #pragma omp target map(to: ps->x) map(from: ps->y)
  foo();
  #pragma omp target map(argv[0:2][0:3]) // wrong
  foo();
  #pragma omp target map(a[:])
  foo();
  #pragma omp target map(p[:]) // wrong
  foo();
  #pragma omp target map(p[1:]) // wrong
  foo();
  #pragma omp target map(p[-1:2])
  foo();
  #pragma omp target map(a[-1:2]) // wrong
  foo();
  #pragma omp target map(a[0:-1]) // wrong
  foo();
  #pragma omp target map(a[4:7]) // wrong
  foo();
  #pragma omp target map(a[0:4:2]) // wrong
  foo();
  #pragma omp target map(n + 1) // wrong
  foo();
  #pragma omp target map(foo) // wrong
  foo();
  #pragma omp target map(3) // wrong
  foo();
  #pragma omp target map(n[0:1]) // wrong
  foo();
  #pragma omp target private(a[0]) // wrong
  foo();
  #pragma omp target if(target: n) if(n) // wrong
  foo();
  #pragma omp target if(parallel: n) // wrong
  foo();
  #pragma omp target allocate(a) // wrong
  foo();
  #pragma omp target uses_allocators(omp_default_mem_alloc) // wrong
  foo();
}
