// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void); 
void f(int n, int *p) {
  int a[4], i, x;
#pragma omp task depend(in: a, p[0:n], x) depend(mutexinoutset: n)
  foo();
#pragma omp task depend(in: a[n:]) depend(inoutset: x)
  foo();
#pragma omp task depend(in: 5) // wrong
  foo();
#pragma omp task depend(in: a+1) // wrong
  foo();
#pragma omp task depend(in: foo) // wrong
  foo();
#pragma omp task depend(iterator(i = 0:n), in: p[i])
  foo();
#pragma omp task depend(iterator(i = 0:n:0), in: p[i]) // wrong
  foo();
#pragma omp task depend(iterator(i = 0), in: p[i]) // wrong
  foo();
#pragma omp task depend(iterator(float i = 0:n), in: p[0]) // wrong
  foo();
#pragma omp task depend(iterator(i = 0:n, i = 0:2), in: p[i]) // wrong
  foo();
#pragma omp task depend(iterator(int i = 0:n, j = 0:i), in: p[i + j])
  foo();
#pragma omp task depend(in, a) // wrong
  foo();
#pragma omp task final(n) final(n) // wrong
  foo();
#pragma omp task final // wrong
  foo();
#pragma omp task untied untied // wrong
  foo();
#pragma omp task untied mergeable
  foo();
#pragma omp task mergeable mergeable // wrong
  foo();
#pragma omp task priority(-1) // wrong
  foo();
#pragma omp task priority(n) priority(2) // wrong
  foo();
#pragma omp task priority(1.5) // wrong
  foo();
#pragma omp task detach(x) // wrong
  foo();
#pragma omp task shared(x) private(x) // wrong
  foo();
#pragma omp task lastprivate(x) // wrong
  foo();
#pragma omp task reduction(+: x) // wrong
  foo();
#pragma omp task in_reduction(+: x)
  x++;
#pragma omp task copyprivate(x) // wrong
  foo();
#pragma omp task num_threads(2) // wrong
  foo();
#pragma omp task affinity(a)
  foo();
#pragma omp task affinity(iterator(k = 0:n): p[k])
  foo();
#pragma omp task affinity() // wrong
  foo();
#pragma omp task if(task: n) if(n) // wrong
  foo();
#pragma omp task if(taskloop: n) // wrong
  foo();
#pragma omp task default(none) shared(p, n)
  p[0] = n;
#pragma omp taskloop grainsize(4) num_tasks(2) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop grainsize(0) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop grainsize(-1) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop grainsize(strict: 2)
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop grainsize(other: 2) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop num_tasks(1.5) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop reduction(+: x) nogroup // wrong
  for (i = 0; i < n; i++) x++;
#pragma omp taskloop reduction(+: x)
  for (i = 0; i < n; i++) x++;
#pragma omp taskloop in_reduction(+: x) nogroup
  for (i = 0; i < n; i++) x++;
#pragma omp taskloop depend(in: x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop nowait // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop collapse(2)
  for (i = 0; i < n; i++) foo(); // wrong
#pragma omp taskloop simd safelen(4) simdlen(8) // wrong
  for (i = 0; i < n; i++) x++;
#pragma omp taskloop simd linear(x: 2) lastprivate(a)
  for (i = 0; i < n; i++) a[0] = 1;
#pragma omp taskloop private(i)
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop shared(i) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop lastprivate(i)
  for (i = 0; i < n; i++) foo();
#pragma omp taskloop firstprivate(i) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp taskyield
#pragma omp taskwait if(n) // wrong
#pragma omp depobj(x) depend(in: a) // wrong
}
