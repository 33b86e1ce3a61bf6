#pragma omp begin declare target
int f(void) { return 1; }
int main(void) { return f(); }
