// Lines with the comment "wrong" are wrong, and all others are right.
void g(int *);
void f(int n) {
  int x, y = 0, z;
#pragma omp parallel default(none) shared(y)
  {
#pragma omp sections lastprivate(x) // wrong
    { x = 1;
#pragma omp section
      y = 1; }
#pragma omp single copyprivate(y) // wrong
    y = 2;
#pragma omp for reduction(+: y)
    for (int i = 0; i < 3; i++) y++;
#pragma omp critical
    y++;
#pragma omp atomic
    z++; // wrong
  }
}
