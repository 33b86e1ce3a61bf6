// Long loops whose accesses are to consecutive elements: GPUs execute several iterations a thread, by wide accesses
// where the addresses allow them. Arrays begin at aligned and other addresses; the last teams are not full.
#include "../check.h"
#include <stdlib.h>
#include <string.h>

#define LOOP(name, T, first, statement) \
  static void name(int n, int off, T a, const T *x, T *y) \
  { \
    _Pragma("omp target teams distribute parallel for map(to: x[0:n + off]) map(tofrom: y[0:n + off])") \
    for (int i = first; i < n; i++) { statement; } \
  } \
  static void name##_host(int n, int off, T a, const T *x, T *y) \
  { \
    for (int i = first; i < n; i++) { statement; } \
  }

LOOP(saxpy, float, 0, y[i] = a * x[i] + y[i])
LOOP(daxpy, double, 0, y[i] = a * x[i] + y[i])
LOOP(mask, unsigned char, 16, y[i] = x[i] ^ a)
LOOP(twice, short, 0, y[i] = (short)(x[i] * a); y[i] ^= 5)
LOOP(shifted, float, 0, y[i + off] = a + x[i])
LOOP(behind, int, 0, int t = x[i + off]; int j = i + off; y[j] = t + i)
LOOP(stencil, float, 1, y[i] = x[i - 1] + x[i])
LOOP(long_index, long, 0, long j = i; y[j] = x[j] << a)
LOOP(steps, int, 0, if (i % 3) y[i] = x[i])

static void unsigned_counter(unsigned n, float *y)
{
  #pragma omp target teams distribute parallel for simd map(tofrom: y[0:n])
  for (unsigned i = 0; i < n; i++)
    y[i] = (float)i * 0.5f;
}

#define TRY(name, T, n, off) do { \
    size_t bytes = sizeof(T) * (n + 20); \
    T *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes); \
    for (int i = 0; i < n + 20; i++) x[i] = (T)(i % 97), z[i] = y[i] = (T)(i % 31); \
    name(n, off, (T)3, x, y); \
    name##_host(n, off, (T)3, x, z); \
    CHECK(memcmp(y, z, bytes) == 0); \
    free(x); free(y); free(z); \
  } while (0)

int main(void)
{
  static const int lengths[] = {40001, 40960, 16385, 100, 0};
  for (int k = 0; k < 5; k++)
    for (int off = 0; off < 6; off += off < 2 ? 1 : 2) {
      int n = lengths[k];
      TRY(saxpy, float, n, off);
      TRY(daxpy, double, n, off);
      TRY(mask, unsigned char, n, off);
      TRY(twice, short, n, off);
      TRY(shifted, float, n, off);
      TRY(behind, int, n, off);
      TRY(stencil, float, n, off);
      TRY(long_index, long, n, off);
      TRY(steps, int, n, off);
    }
  enum { N = 70000 };
  static float y[N];
  unsigned_counter(N, y);
  for (int i = 0; i < N; i++)
    CHECK(y[i] == i * 0.5f);
  END;
}
