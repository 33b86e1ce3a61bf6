void f(void);
#pragma omp declare variant(f) match(construct={parallel})
void f(void);
int main(void){f();}
