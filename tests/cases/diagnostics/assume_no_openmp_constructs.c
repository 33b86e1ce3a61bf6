// flags: -fopenmp-version=60
int main(void) {
#pragma omp assume no_openmp_constructs
  {
#pragma omp parallel
    ;
  }
}
