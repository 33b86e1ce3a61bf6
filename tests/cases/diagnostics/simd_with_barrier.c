int main(void)
{
  int a[8] = {0};
#pragma omp target simd map(a)
  for (int i = 0; i < 8; i++) {
#pragma omp barrier
    a[i] = i;
  }
  return a[0];
}
