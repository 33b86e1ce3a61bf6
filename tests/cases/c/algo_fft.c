// Fast Fourier transform with double _Complex: a known spectrum, and its inverse.
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 256
#pragma omp declare target
static void fft(double complex *a, int n, int sign)
{
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double complex t = a[i];
      a[i] = a[j];
      a[j] = t;
    }
  }
  for (int len = 2; len <= n; len <<= 1) {
    double complex w1 = cexp(sign * 2 * M_PI * I / len);
    for (int i = 0; i < n; i += len) {
      double complex w = 1;
      for (int k = 0; k < len / 2; k++, w *= w1) {
        double complex u = a[i + k], v = a[i + k + len / 2] * w;
        a[i + k] = u + v;
        a[i + k + len / 2] = u - v;
      }
    }
  }
}
#pragma omp end declare target

int main(void)
{
  double complex a[N];
  double worst = 0, peak[4];
  for (int i = 0; i < N; i++)
    a[i] = cos(2 * M_PI * 5 * i / N) + 0.5 * I * sin(2 * M_PI * 9 * i / N);
  double complex orig[N];
  for (int i = 0; i < N; i++)
    orig[i] = a[i];
#pragma omp target map(tofrom: a) map(from: peak)
  {
    fft(a, N, -1);
    peak[0] = cabs(a[5]), peak[1] = cabs(a[N - 5]), peak[2] = cabs(a[9]), peak[3] = cabs(a[17]);
    fft(a, N, 1);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] /= N;
  }
  for (int i = 0; i < N; i++)
    worst = fmax(worst, cabs(a[i] - orig[i]));
  int ok = worst < 1e-12 && fabs(peak[0] - N / 2.) < 1e-9 && fabs(peak[1] - N / 2.) < 1e-9 && fabs(peak[2] - N / 4.) < 1e-9 && peak[3] < 1e-9;
  puts(ok ? "ok" : "wrong");
  return 0;
}
