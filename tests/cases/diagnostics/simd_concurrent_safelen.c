int main(void) {
  int a[4];
#pragma omp simd order(concurrent) safelen(4)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
