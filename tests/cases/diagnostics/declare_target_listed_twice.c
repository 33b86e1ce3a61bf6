int n, o, p, q;
#pragma omp declare target enter(n, p, n)
#pragma omp declare target link(q)
#pragma omp declare target(o, q)
int main(void) { return 0; }
