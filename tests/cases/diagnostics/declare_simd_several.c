#pragma omp declare simd
int f(int a), g(int b);
int h(int a);
#pragma omp declare variant(h) match(construct={parallel})
int (k)(int a), *p;
int main(void) { return 0; }
