int first(int x);
int second(int x);
#pragma omp declare variant(first) match(construct={parallel})
int f(int x);
#pragma omp declare variant(second) match(construct={target})
int first(int x);
int main(void) { return 0; }
