// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void);
void f(int n, int *p, float *q, double d) {
  int i, j, x, a[10]; 
#pragma omp simd safelen // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd safelen(0) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd safelen(n) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd safelen(4) safelen(4) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd simdlen(8) safelen(4) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd simdlen(4) safelen(8)
  for (i = 0; i < n; i++) foo();
#pragma omp simd simdlen(-4) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd aligned(p)
  for (i = 0; i < n; i++) foo();
#pragma omp simd aligned(p: 16)
  for (i = 0; i < n; i++) foo();
#pragma omp simd aligned(p: 0) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd aligned(p: n)
  for (i = 0; i < n; i++) foo();
#pragma omp simd aligned(n) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd aligned(p, p) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd aligned(a: 32) aligned(q: 8)
  for (i = 0; i < n; i++) foo();
#pragma omp simd linear(i)
  for (i = 0; i < n; i++) foo();
#pragma omp simd linear(i: 2) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd linear(i: 2)
  for (i = 0; i < n; i += 2) foo();
#pragma omp simd private(i)
  for (i = 0; i < n; i++) foo();
#pragma omp simd lastprivate(i)
  for (i = 0; i < n; i++) foo();
#pragma omp simd reduction(+: i) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd linear(d) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd linear(x) private(x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd linear(x) linear(x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd nontemporal(p)
  for (i = 0; i < n; i++) foo();
#pragma omp simd nontemporal(p, p) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd nontemporal() // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd shared(x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd firstprivate(x) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd schedule(static) // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd nowait // wrong
  for (i = 0; i < n; i++) foo();
#pragma omp simd if(simd: n)
  for (i = 0; i < n; i++) foo();
#pragma omp simd order(concurrent)
  for (i = 0; i < n; i++) a[i] = 1;
#pragma omp simd collapse(2) lastprivate(i, j)
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) foo();
#pragma omp simd collapse(2) linear(i)
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) foo();
#pragma omp simd
  for (i = 0; i < n; i++) { if (x) break; } // wrong
#pragma omp simd
  for (i = 0; i < n; i++) { if (x) return; } // wrong
#pragma omp simd
  foo(); // wrong
}
