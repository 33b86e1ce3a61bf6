void v(int *p, double o);
#pragma omp declare variant(v) match(construct={dispatch}) append_args(interop(target))
void f(int *p);
int main(void){return 0;}
