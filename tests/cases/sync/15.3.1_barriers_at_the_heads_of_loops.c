// amd: each
// gcc: no (gcc 12 has no allocate directive)
// Barriers at the heads of loops, and worksharing loops in loops, publish memory of the team.
#include <omp.h>
#include <stdio.h>
int main(void) {
  static int a[256]; int bad = 0, rounds = 9;
#pragma omp target map(tofrom: a, bad)
  {
    int s[256];
#pragma omp allocate(s) allocator(omp_pteam_mem_alloc)
#pragma omp parallel num_threads(256)
    {
      int me = omp_get_thread_num(), k = 0;
      s[me] = 0;
      while (k < rounds) {
#pragma omp barrier
        int v = s[(me + 1) & 255];
#pragma omp barrier
        s[me] = v + 1;
        k++;
      }
#pragma omp barrier
      if (s[me] != rounds)
#pragma omp atomic
        bad++;
      for (int r = 0; r < rounds; r++) {
#pragma omp for
        for (int i = 0; i < 256; i++)
          s[i] = r + (r ? s[i] : 0);
      }
      a[me] = s[me];
    }
  }
  for (int i = 0; i < 256; i++) bad += a[i] != 36;
  printf(bad ? "wrong: %d\n" : "ok\n", bad);
  return bad;
}
