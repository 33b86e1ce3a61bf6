// flags: -fopenmp-version=60
int main(void) {
  int a[4];
#pragma omp unroll full apply(nothing)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
