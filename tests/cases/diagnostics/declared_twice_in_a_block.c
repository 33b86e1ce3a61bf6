/* OpenMP 5.2 §5.8.8, §5.5.11: a block declares a mapper or reduction once for a type, whatever names the type has. */
typedef struct S_ { int *p; int n; } S;
typedef union { int a; float f; } A, B;
#pragma omp declare mapper(struct S_ v) map(v.n)
#pragma omp declare mapper(S v) map(v.n, v.p[0:v.n])
#pragma omp declare mapper(u: A v) map(v.a)
#pragma omp declare mapper(u: B v) map(v.a)
#pragma omp declare reduction(r: struct S_: omp_out.n += omp_in.n)
#pragma omp declare reduction(r: S: omp_out.n += omp_in.n)
int f(void) {
#pragma omp declare reduction(q: S: omp_out.n += omp_in.n)
#pragma omp declare reduction(q: struct S_: omp_out.n += omp_in.n)
#pragma omp declare mapper(l: S v) map(v.n)
  {
#pragma omp declare mapper(l: S v) map(v.n)
#pragma omp declare reduction(q: S: omp_out.n += omp_in.n)
  }
  {
#pragma omp declare mapper(l: S v) map(v.n)
#pragma omp declare mapper(l: S v) map(v.n)
  }
  return 0;
}
