#pragma omp declare mapper(struct n { int x; } v) map(v.x)
int main(void) { return 0; }
