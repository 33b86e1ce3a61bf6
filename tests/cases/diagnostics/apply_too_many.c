// flags: -fopenmp-version=60
int main(void) {
  int a[10] = {0};
#pragma omp target map(a)
#pragma omp tile sizes(4) apply(intratile: reverse, reverse)
  for (int i = 0; i < 10; i++) a[i]++;
}
