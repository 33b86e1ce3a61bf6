int main(void) {
  int a[10] = {0};
#pragma omp target data present_or_copy(a)
  {
#pragma omp target
  a[0] = 1;
  }
  return a[0];
}
