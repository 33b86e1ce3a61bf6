// flags: -fopenmp-version=60
int main(void) {
  int i = 0;
#pragma omp reverse
  while (i < 4)
    i++;
}
