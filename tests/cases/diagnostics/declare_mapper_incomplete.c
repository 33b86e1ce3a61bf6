struct s;
#pragma omp declare mapper(struct s v) map(v)
int main(void) { return 0; }
