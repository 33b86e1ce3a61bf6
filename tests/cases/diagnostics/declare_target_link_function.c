int f(void) { return 1; }
#pragma omp declare target link(f)
int main(void) { return f(); }
