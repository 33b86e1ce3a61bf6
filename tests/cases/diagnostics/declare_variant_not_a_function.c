int fast;
#pragma omp declare variant(fast) match(device={kind(gpu)})
void f(void);
