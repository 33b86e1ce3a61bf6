struct S { int n; int *p; };
#pragma omp declare mapper(struct S s) map(s.p[0:s.len])
int main(void) {}
