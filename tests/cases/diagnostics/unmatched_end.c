int f(void) { return 1; }
#pragma omp end declare target
int main(void) { return f(); }
