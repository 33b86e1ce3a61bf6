// Chunks of one iteration with the modifier simd, on distributed loops of the host (5.2 §11.5.3).
#include <stdio.h>

int main(void) {
  int seen[1000] = {0}, wrong = 0;
#pragma omp teams distribute parallel for schedule(simd: static, 1) num_teams(2)
  for (int i = 0; i < 1000; i++)
    seen[i]++;
#pragma omp teams distribute parallel for schedule(static, 1) num_teams(2)
  for (int i = 0; i < 1000; i++)
    seen[i]++;
#pragma omp parallel for schedule(simd: static, 4)
  for (int i = 0; i < 1000; i++)
    seen[i]++;
  for (int i = 0; i < 1000; i++)
    wrong += seen[i] != 3;
  printf(wrong ? "%d wrong\n" : "ok\n", wrong);
}
