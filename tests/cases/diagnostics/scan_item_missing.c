int main(void) {
  int a[4], s = 0, t = 0;
#pragma omp simd reduction(inscan, +: s, t)
  for (int i = 0; i < 4; i++) {
    s += a[i];
    t += a[i];
#pragma omp scan inclusive(s)
    a[i] = s + t;
  }
}
