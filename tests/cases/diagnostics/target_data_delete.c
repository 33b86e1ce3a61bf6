int main(void) {
  int a[4];
#pragma omp target data map(delete: a)
  ;
}
