int main(void) { return 0; }
#pragma omp declare target enter(nope)
