// flags: -fopenmp-version=60
void v(int *p);
#pragma omp declare variant(v) match(construct={dispatch}) adjust_args(need_device_addr: p)
void f(int *p);
int main(void){return 0;}
