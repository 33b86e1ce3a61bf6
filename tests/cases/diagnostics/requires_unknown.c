#pragma omp requires magic
int main(void) { return 0; }
