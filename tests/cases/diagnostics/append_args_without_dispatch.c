typedef void *omp_interop_t; void v(int *p, omp_interop_t o);
#pragma omp declare variant(v) match(construct={target}) append_args(interop(target))
void f(int *p);
int main(void){return 0;}
