/* Dot product, minimum and maximum, logical and bitwise reductions, and an
   array-section reduction, in one program. All values are small integers held
   in doubles, so every order of summation gives the same result. */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#define N 100000
#define BINS 8

static double x[N], y[N];
static int k[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i % 17;
    y[i] = i % 13 - 6;
    k[i] = (i * 37 + 11) % 1009;
  }

  double dot = 0, host_dot = 0;
  int lo = INT_MAX, hi = INT_MIN, host_lo = INT_MAX, host_hi = INT_MIN;
  bool all_small = true, any_zero = false;
  unsigned bits = 0;
  long bins[BINS] = {0}, host_bins[BINS] = {0};

  #pragma omp target data map(to: x, y, k)
  {
    #pragma omp target teams distribute parallel for reduction(+: dot)
    for (int i = 0; i < N; i++)
      dot += x[i] * y[i];

    #pragma omp target teams distribute parallel for reduction(min: lo) reduction(max: hi) \
        reduction(&&: all_small) reduction(||: any_zero) reduction(|: bits)
    for (int i = 0; i < N; i++) {
      if (k[i] < lo) lo = k[i];
      if (k[i] > hi) hi = k[i];
      all_small = all_small && k[i] < 1009;
      any_zero = any_zero || k[i] == 0;
      bits |= (unsigned)k[i];
    }

    #pragma omp target teams distribute parallel for reduction(+: bins[0:BINS])
    for (int i = 0; i < N; i++)
      bins[k[i] % BINS]++;
  }

  unsigned host_bits = 0;
  for (int i = 0; i < N; i++) {
    host_dot += x[i] * y[i];
    if (k[i] < host_lo) host_lo = k[i];
    if (k[i] > host_hi) host_hi = k[i];
    host_bits |= (unsigned)k[i];
    host_bins[k[i] % BINS]++;
  }

  int wrong = dot != host_dot || lo != host_lo || hi != host_hi || bits != host_bits || !all_small || !any_zero;
  printf("dot = %g\nmin = %d, max = %d\nall < 1009: %d, any 0: %d, bits = 0x%x\nbins =", dot, lo, hi, all_small, any_zero, bits);
  for (int b = 0; b < BINS; b++) {
    printf(" %ld", bins[b]);
    wrong |= bins[b] != host_bins[b];
  }
  printf("\n%s\n", wrong ? "WRONG" : "same as the host");
  return wrong;
}
