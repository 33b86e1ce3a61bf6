int main(void) {
  int a[4], s = 0;
#pragma omp simd reduction(inscan, +: s)
  for (int i = 0; i < 4; i++) {
    s += a[i];
#pragma omp scan inclusive(s)
    a[i] = s++;
  }
}
