int x;
#pragma omp target map(x)
int main(void) { return x; }
