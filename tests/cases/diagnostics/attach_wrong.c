// flags: -fopenmp-version=61
// OpenMP 6.1: the words, the clauses and the list items of the modifier attach.
struct s {
  int *p, a[4];
};
void f(int n, struct s *x, struct s y, int *p)
{
#pragma omp target enter data map(attach(alway), to: x->p[0:n])
#pragma omp target enter data map(attach(ptr), to: x->p[0:n])
#pragma omp target enter data map(attach, to: x->p[0:n])
#pragma omp target enter data map(attach(never), attach(always), to: x->p[0:n])
#pragma omp target enter data map(attach(always), to: y, y.a[0:2], p)
#pragma omp target exit data map(attach(always), from: x->p[0:n])
#pragma omp target exit data map(attach(never), delete: x->p[0:n])
#pragma omp target data map(attach(never), delete, from: p[0:n])
  ;
}
