int v(long);
#pragma omp declare variant(v) match(construct={parallel})
int f(int x);
int main(void){return 0;}
