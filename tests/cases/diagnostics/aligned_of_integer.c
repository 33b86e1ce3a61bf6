int main(void) {
  int a[4], k = 0;
#pragma omp simd aligned(k: 16)
  for (int i = 0; i < 4; i++)
    a[i] = k;
}
