struct s { int n, *p; };
#pragma omp declare mapper(struct s v) map(delete: v)
int main(void) { return 0; }
