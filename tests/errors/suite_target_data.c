// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void); int g; 
void f(int argc, int *p, int n) {
  int a[10];
  #pragma omp target data // wrong
  foo();
  #pragma omp target data map(a)
  foo();
  #pragma omp target data map(to: a) map(from: a)
  foo();
  #pragma omp target data map(delete: a) // wrong
  foo();
  #pragma omp target data device(1) // wrong
  foo();
  #pragma omp target data use_device_ptr(p)
  foo();
  #pragma omp target data use_device_addr(a)
  foo();
  #pragma omp target data use_device_ptr(n) // wrong
  foo();
  #pragma omp target data use_device_ptr(p) use_device_ptr(p) // wrong
  foo();
  #pragma omp target data map(p[0:n]) use_device_ptr(p)
  foo();
  #pragma omp target data map(a) nowait
  foo();
  #pragma omp target data map(a) depend(in: a)
  foo();
  #pragma omp target data map(a) private(a) // wrong
  foo();
  #pragma omp target enter data // wrong
  #pragma omp target enter data map(a)
  #pragma omp target enter data map(to: a)
  #pragma omp target enter data map(alloc: a) nowait depend(out: a)
  #pragma omp target enter data map(from: a) // wrong
  #pragma omp target enter data map(release: a) // wrong
  #pragma omp target enter data map(delete: a) // wrong
  #pragma omp target enter data map(to: a) private(n) // wrong
  #pragma omp target exit data // wrong
  #pragma omp target exit data map(a)
  #pragma omp target exit data map(to: a) // wrong
  #pragma omp target exit data map(alloc: a) // wrong
  #pragma omp target exit data map(from: a) map(delete: n)
  #pragma omp target exit data map(release: a) if(n) if(n) // wrong
  #pragma omp target update // wrong
  #pragma omp target update to(a)
  #pragma omp target update to(a) from(a) // wrong
  #pragma omp target update to(a) from(n)
  #pragma omp target update to(p[0:n])
  #pragma omp target update to(p[:n])
  #pragma omp target update from(a[0:4:2])
  #pragma omp target update to(a[0:4:0]) // wrong
  #pragma omp target update to(a[0:4:-1]) // wrong
  #pragma omp target update to() // wrong
  #pragma omp target update to(foo) // wrong
  #pragma omp target update to(n+1) // wrong
  #pragma omp target update to(present: a)
  #pragma omp target update to(bad: a) // wrong
  #pragma omp target update to(mapper(default): a)
  #pragma omp target update to(mapper(nosuch): a) // wrong
  #pragma omp target update to(a) map(a) // wrong
  #pragma omp target update to(a) nowait depend(in: a) device(1)
  if (n)
  #pragma omp target update to(a) // wrong
  while (n)
  #pragma omp target enter data map(to: a) // wrong
  switch (n)
  case 1:
  #pragma omp target exit data map(from: a) // wrong
  ;
}
