// flags: -fopenmp-version=60
int main(void) {
  int a[10] = {0};
#pragma omp target map(a)
#pragma omp fuse looprange(2, 2)
  {
    for (int i = 0; i < 10; i++) a[i]++;
    for (int i = 0; i < 10; i++) a[i]++;
  }
}
