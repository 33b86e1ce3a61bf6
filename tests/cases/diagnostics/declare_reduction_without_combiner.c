#pragma omp declare reduction(r : int)
int main(void) { return 0; }
