void v(int *p);
#pragma omp declare variant(v) match(construct={dispatch}) adjust_args(need_device_ptr: p) adjust_args(nothing: p)
void f(int *p);
int main(void){return 0;}
