int fast(void);
#pragma omp declare variant(fast()) match(construct = {target})
int slow(void) { return 1; }
int main(void) {}
