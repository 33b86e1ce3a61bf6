// flags: -fopenmp-version=60
int main(void) {
  int a[8];
#pragma omp tile sizes(2) apply(grid : nothing) apply(grid : reverse)
  for (int i = 0; i < 8; i++)
    a[i] = i;
}
