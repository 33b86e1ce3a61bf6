int g;
#pragma omp threadprivate(g)
#pragma omp declare target enter(g)
int main(void) { return g; }
