// Lines with the comment "wrong" are wrong, and all others are right.
struct S { int n; int *p; }; typedef struct S T;
#pragma omp declare mapper(struct S v) map(v.n, v.p[0:v.n])
#pragma omp declare mapper(id: struct S v) map(v.n)
#pragma omp declare mapper(id: struct S v) map(v.n) // wrong
#pragma omp declare mapper // wrong
#pragma omp declare mapper( // wrong
#pragma omp declare mapper() // wrong
#pragma omp declare mapper(v) map(v) // wrong
#pragma omp declare mapper(m2: struct S v) // wrong
#pragma omp declare mapper(m3: int v) map(v) // wrong
#pragma omp declare mapper(m4: struct S v) map(delete: v.n) // wrong
#pragma omp declare mapper(m5: struct S v) map(w) // wrong
#pragma omp declare mapper(m6: struct S v) map(v) map(v.n)
#pragma omp declare mapper(m7: struct S v) firstprivate(v) // wrong
#pragma omp declare mapper(m8: struct S *v) map(v[0:1]) // wrong
#pragma omp declare mapper(m9: T v) map(v.n)
#pragma omp declare mapper(m10: struct U v) map(v) // wrong
void f(struct S s, int i) {
#pragma omp target map(mapper(id), to: s)
  s.n++;
#pragma omp target map(mapper(nosuch), to: s) // wrong
  s.n++;
#pragma omp target map(mapper(id), to: i) // wrong
  i++;
#pragma omp target map(mapper(), to: s) // wrong
  s.n++;
#pragma omp target map(mapper(default), tofrom: s)
  s.n++;
#pragma omp target update to(mapper(id): s)
}
