#include <stdio.h>

/* clang executes iterations of schedule(simd: static, n) twice. */
int main(void)
{
  int hit[101] = {0}, bad = 0;
#pragma omp parallel for simd schedule(simd: static, 3)
  for (int i = 0; i < 101; i++) {
#pragma omp atomic
    hit[i]++;
  }
#pragma omp target parallel for simd schedule(monotonic, simd: static, 5) map(tofrom: hit)
  for (int i = 0; i < 101; i++) {
#pragma omp atomic
    hit[i]++;
  }
  for (int i = 0; i < 101; i++)
    bad += hit[i] != 2;
  puts(bad == 0 ? "ok" : "simd chunks");
  return 0;
}
