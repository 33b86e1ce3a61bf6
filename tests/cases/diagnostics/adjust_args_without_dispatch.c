void v(int *p);
#pragma omp declare variant(v) match(construct={target}) adjust_args(need_device_ptr: p)
void f(int *p);
int main(void){return 0;}
