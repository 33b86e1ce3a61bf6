int main(void) {
  int a[4], k = 0;
#pragma omp simd linear(k: ref)
  for (int i = 0; i < 4; i++)
    a[i] = k++;
}
