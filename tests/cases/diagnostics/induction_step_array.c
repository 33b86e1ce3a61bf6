// flags: -fopenmp-version=60
int main(void) {
  int a[4], k = 0, s[2] = {1, 2};
#pragma omp simd induction(step(s), +: k)
  for (int i = 0; i < 4; i++)
    a[i] = k;
}
