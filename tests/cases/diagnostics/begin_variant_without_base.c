#pragma omp begin declare variant match(device={kind(nohost)})
int nobody(void) { return 1; }
#pragma omp end declare variant
int main(void) {
#pragma omp target
  ;
}
