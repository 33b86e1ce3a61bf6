int v(void);
int x;
#pragma omp declare variant(v) match(construct={parallel})
int y;
