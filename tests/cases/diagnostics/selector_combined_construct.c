// Constructs of a set are separated by commas.
int a(void){return 1;}
#pragma omp declare variant(a) match(construct={parallel for})
int f(void){return 0;}
