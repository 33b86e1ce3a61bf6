int main(void) {
  int a[4];
#pragma omp simd simdlen(0)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
