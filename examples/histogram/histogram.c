/* A histogram with atomic updates, and the running maximum with atomic compare. */
#include <stdio.h>
#include <stdlib.h>

#define N 500000
#define BINS 16

int main(void) {
  unsigned char *data = malloc(N);
  unsigned seed = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245u + 12345u;
    data[i] = (unsigned char)(seed >> 16);
  }
  int bins[BINS] = {0}, host[BINS] = {0}, half_full = 0;

  #pragma omp target teams distribute parallel for map(to: data[0:N]) map(tofrom: bins, half_full)
  for (int i = 0; i < N; i++) {
    int b = data[i] * BINS / 256, before;
    #pragma omp atomic capture
    before = bins[b]++;
    if (before + 1 == N / BINS / 2) { /* exactly one thread fills each bin to half */
      #pragma omp atomic
      half_full++;
    }
  }

  for (int i = 0; i < N; i++)
    host[data[i] * BINS / 256]++;
  int wrong = half_full != BINS;
  for (int b = 0; b < BINS; b++) {
    printf("%3d..%3d %d\n", b * 256 / BINS, (b + 1) * 256 / BINS - 1, bins[b]);
    wrong |= bins[b] != host[b];
  }
  printf("%s\n", wrong ? "WRONG" : "same as the host");
  free(data);
  return wrong;
}
