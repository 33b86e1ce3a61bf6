void v(void);
#pragma omp declare variant(v) match(device={kind(score(2): cpu)})
void f(void);
int main(void){return 0;}
