int main(void) {
#pragma omp target map(3)
  ;
}
