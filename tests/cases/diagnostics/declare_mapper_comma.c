struct S { int n; int *p; };
#pragma omp declare mapper(all, struct S s) map(s.p[0:s.n])
int main(void) {}
