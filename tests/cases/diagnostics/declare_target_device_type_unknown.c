int g;
#pragma omp declare target enter(g) device_type(gpu)
int main(void) { return g; }
