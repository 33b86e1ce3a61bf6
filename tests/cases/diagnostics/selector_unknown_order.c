// The selector takes the arguments of the clause.
int a(void){return 1;}
#pragma omp declare variant(a) match(implementation={atomic_default_mem_order(strong)})
int f(void){return 0;}
