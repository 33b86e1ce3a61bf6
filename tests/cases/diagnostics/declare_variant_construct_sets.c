void fast(void);
#pragma omp declare variant(fast) match(construct={parallel})
void f(void);
#pragma omp declare variant(fast) match(construct={target, teams})
void g(void);
