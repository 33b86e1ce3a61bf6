// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void); int g; 
void f(int n, int *p) {
  int i, j, x, a[10]; 
#pragma omp for schedule // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule() // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(bad) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(static, 0) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(static, -2) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(static, 1.5) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(auto, 2) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(runtime, 2) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(static, n)
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(monotonic: static)
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(nonmonotonic: dynamic, 2)
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(monotonic, nonmonotonic: dynamic) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(simd: static)
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(static) schedule(dynamic) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for schedule(nonmonotonic: dynamic) ordered // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for collapse(0) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for collapse(-1) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for collapse(n) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for collapse(1.0) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for collapse(2) collapse(2) // wrong
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) foo();
#pragma omp for collapse(2)
  for (i = 0; i < n; i++) foo(); // wrong
#pragma omp for ordered(1) collapse(2) // wrong
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) foo();
#pragma omp for ordered ordered // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for ordered(0) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for nowait nowait // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for shared(x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for default(none) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for num_threads(2) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for private(x) lastprivate(x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for firstprivate(x) lastprivate(x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for lastprivate(conditional: x) // wrong
  for (i = 0; i < n; i++) x = i;
#pragma omp for lastprivate(conditional: a) // wrong
  for (i = 0; i < n; i++) a[0] = i;
#pragma omp for lastprivate(other: x) // wrong
  for (i = 0; i < n; i++) x = i;
#pragma omp for lastprivate(i) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for firstprivate(i) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for reduction(+: i) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for linear(x)
  for (i = 0; i < n; i++) x++;
#pragma omp for linear(x: 3)
  for (i = 0; i < n; i++) x += 3;
#pragma omp for linear(x: 1.5) // wrong
  for (i = 0; i < n; i++) x++;
#pragma omp for linear(a) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for linear(p)
  for (i = 0; i < n; i++) p++;
#pragma omp for linear(ref(x)) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for linear(val(x))
  for (i = 0; i < n; i++) x++;
#pragma omp for linear(x) ordered(1) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for order(concurrent)
  for (i = 0; i < n; i++) a[i] = 0;
#pragma omp for order(other) // wrong
  for (i = 0; i < n; i++) a[i] = 0;
#pragma omp for order(concurrent) ordered // wrong
  for (i = 0; i < n; i++) a[i] = 0;
#pragma omp for order(reproducible: concurrent)
  for (i = 0; i < n; i++) a[i] = 0;
#pragma omp for order(concurrent) order(concurrent) // wrong
  for (i = 0; i < n; i++) a[i] = 0;
#pragma omp for order(concurrent)
  for (i = 0; i < n; i++) {
#pragma omp critical // wrong
    foo();
#pragma omp atomic
    x++;
#pragma omp parallel
    foo();
#pragma omp simd
    for (j = 0; j < n; j++) ;
  }
#pragma omp for if(n) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for simd if(n) safelen(4)
  for (i = 0; i < n; i++) foo();
#pragma omp parallel for nowait // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp parallel for copyin(g) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for allocate(x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp for allocate(x) private(x)
  for (i = 0; i < n; i++) foo();
}
