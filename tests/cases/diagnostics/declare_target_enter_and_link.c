int g;
#pragma omp declare target enter(g) link(g)
int main(void) { return g; }
