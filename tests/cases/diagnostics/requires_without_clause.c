#pragma omp requires
int main(void) { return 0; }
