// Lines with the comment "wrong" are wrong, and all others are right.
#pragma omp threadprivate // wrong
#pragma omp threadprivate( // wrong
#pragma omp threadprivate() // wrong
#pragma omp threadprivate(x) // wrong
int x, y, z[3]; static int s; extern int e; struct T; extern struct T t; int used;
#pragma omp threadprivate(x, y)
#pragma omp threadprivate(x // wrong
#pragma omp threadprivate(z[0]) // wrong
#pragma omp threadprivate(s) allocate // wrong
#pragma omp threadprivate(t) // wrong
int g(void) { return used; }
#pragma omp threadprivate(used) // wrong
#pragma omp threadprivate(g) // wrong
void f(int p) {
  int l; static int ls;
#pragma omp threadprivate(l) // wrong
#pragma omp threadprivate(p) // wrong
#pragma omp threadprivate(ls)
#pragma omp threadprivate(e) // wrong
  ls = 1;
#pragma omp parallel copyin(x, ls)
  ls = 2;
#pragma omp parallel private(x) // wrong
  ;
#pragma omp single copyprivate(x)
  ;
#pragma omp target map(x) // wrong
  x = 1;
#pragma omp for
  for (x = 0; x < 3; x++) ; // wrong
}
