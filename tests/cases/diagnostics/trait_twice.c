void v(void);
#pragma omp declare variant(v) match(device={kind(cpu), kind(gpu)})
void f(void);
int main(void){return 0;}
