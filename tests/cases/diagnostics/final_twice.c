int main(void) {
#pragma omp task final(1) final(0)
  ;
}
