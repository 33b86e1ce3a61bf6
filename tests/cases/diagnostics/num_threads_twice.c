int main(void) {
#pragma omp parallel num_threads(2) num_threads(3)
  ;
}
