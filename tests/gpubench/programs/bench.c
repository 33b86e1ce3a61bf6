// What a device does in a second: bandwidth of loops, latency of launches,
// bandwidth of transfers. Each line: name, figure, unit, checksum.
//
//   bench [elements [repetitions]]
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int repetitions = 20;

// BEST runs a statement and gives the shortest time in seconds.
#define BEST(best, statement)                                                                                          \
  do {                                                                                                                 \
    best = 1e30;                                                                                                       \
    for (int repetition = 0; repetition <= repetitions; repetition++) {                                                \
      double start = omp_get_wtime();                                                                                  \
      statement;                                                                                                       \
      double took = omp_get_wtime() - start;                                                                           \
      if (repetition > 0 && took < best)                                                                               \
        best = took;                                                                                                   \
    }                                                                                                                  \
  } while (0)

static void report(const char *name, double figure, const char *unit, double check)
{
  printf("%-12s %12.3f %-8s %.10g\n", name, figure, unit, check);
}

static void *allocate(size_t size)
{
  void *p = malloc(size);
  if (!p) {
    fprintf(stderr, "bench: no memory for %zu bytes\n", size);
    exit(1);
  }
  return p;
}

static void saxpy(int n)
{
  float *x = allocate(n * sizeof *x), *y = allocate(n * sizeof *y);
  for (int i = 0; i < n; i++) {
    x[i] = i % 7;
    y[i] = 0;
  }
  double best;
#pragma omp target data map(to: x[:n]) map(tofrom: y[:n])
  {
    BEST(best, {
      _Pragma("omp target teams distribute parallel for")
      for (int i = 0; i < n; i++)
        y[i] = 2.0f * x[i] + y[i];
    });
  }
  report("saxpy", 12.0 * n / best / 1e9, "GB/s", y[n - 1] + y[n / 2]);
  free(x);
  free(y);
}

static void triad(int n)
{
  double *a = allocate(n * sizeof *a), *b = allocate(n * sizeof *b), *c = allocate(n * sizeof *c);
  for (int i = 0; i < n; i++) {
    b[i] = i % 5;
    c[i] = i % 3;
  }
  double best;
#pragma omp target data map(from: a[:n]) map(to: b[:n], c[:n])
  {
    BEST(best, {
      _Pragma("omp target teams distribute parallel for")
      for (int i = 0; i < n; i++)
        a[i] = b[i] + 3.0 * c[i];
    });
  }
  report("triad", 24.0 * n / best / 1e9, "GB/s", a[n - 1] + a[n / 2]);
  free(a);
  free(b);
  free(c);
}

static void dot(int n)
{
  double *x = allocate(n * sizeof *x), *y = allocate(n * sizeof *y), sum = 0;
  for (int i = 0; i < n; i++) {
    x[i] = i % 5;
    y[i] = i % 3;
  }
  double best;
#pragma omp target data map(to: x[:n], y[:n])
  {
    BEST(best, {
      sum = 0;
      _Pragma("omp target teams distribute parallel for reduction(+: sum)")
      for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    });
  }
  report("dot", 16.0 * n / best / 1e9, "GB/s", sum);
  free(x);
  free(y);
}

static void stencil(int n)
{
  int m = (int)sqrt((double)n);
  double *a = allocate((size_t)m * m * sizeof *a), *b = allocate((size_t)m * m * sizeof *b);
  for (int i = 0; i < m * m; i++) {
    a[i] = i % 11;
    b[i] = 0;
  }
  double best;
#pragma omp target data map(to: a[:m * m]) map(tofrom: b[:m * m])
  {
    BEST(best, {
      _Pragma("omp target teams distribute parallel for collapse(2)")
      for (int i = 1; i < m - 1; i++)
        for (int j = 1; j < m - 1; j++)
          b[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]) - a[i * m + j];
    });
  }
  double sum = 0;
  for (int i = 0; i < m * m; i++)
    sum += b[i];
  report("stencil", 16.0 * m * m / best / 1e9, "GB/s", sum);
  free(a);
  free(b);
}

static void histogram(int n)
{
  enum { bins = 256 };
  unsigned *keys = allocate(n * sizeof *keys), count[bins];
  for (int i = 0; i < n; i++)
    keys[i] = (unsigned)i * 2654435761u >> 24;
  double best;
#pragma omp target data map(to: keys[:n]) map(from: count)
  {
    BEST(best, {
      _Pragma("omp target teams distribute parallel for")
      for (int i = 0; i < bins; i++)
        count[i] = 0;
      _Pragma("omp target teams distribute parallel for")
      for (int i = 0; i < n; i++) {
        _Pragma("omp atomic update")
        count[keys[i]]++;
      }
    });
  }
  double check = 0;
  for (int i = 0; i < bins; i++)
    check += (double)i * count[i];
  report("histogram", 4.0 * n / best / 1e9, "GB/s", check);
  free(keys);
}

static void matmul(int n)
{
  int m = (int)cbrt((double)n) * 2;
  float *a = allocate((size_t)m * m * sizeof *a), *b = allocate((size_t)m * m * sizeof *b), *c = allocate((size_t)m * m * sizeof *c);
  for (int i = 0; i < m * m; i++) {
    a[i] = i % 3;
    b[i] = i % 2;
  }
  double best;
#pragma omp target data map(to: a[:m * m], b[:m * m]) map(from: c[:m * m])
  {
    BEST(best, {
      _Pragma("omp target teams distribute parallel for collapse(2)")
      for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
          float s = 0;
          for (int k = 0; k < m; k++)
            s += a[i * m + k] * b[k * m + j];
          c[i * m + j] = s;
        }
    });
  }
  double sum = 0;
  for (int i = 0; i < m * m; i++)
    sum += c[i];
  report("matmul", 2.0 * m * m * m / best / 1e9, "GFLOP/s", sum);
  free(a);
  free(b);
  free(c);
}

static void latency(void)
{
  double best;
  int x = 0;
#pragma omp target data map(tofrom: x)
  {
    BEST(best, {
      _Pragma("omp target map(alloc: x)")
      x = 1;
    });
  }
  report("launch", best * 1e6, "us", x);
}

static void transfer(int n)
{
  char *p = allocate(n);
  for (int i = 0; i < n; i++)
    p[i] = (char)i;
  double to, from;
#pragma omp target data map(alloc: p[:n])
  {
    BEST(to, {
      _Pragma("omp target update to(p[:n])")
    });
    BEST(from, {
      _Pragma("omp target update from(p[:n])")
    });
  }
  report("to-device", n / to / 1e9, "GB/s", p[n - 1]);
  report("from-device", n / from / 1e9, "GB/s", p[n / 2]);
  free(p);
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1 << 26;
  repetitions = argc > 2 ? atoi(argv[2]) : repetitions;
  if (n < 64 || repetitions < 1) {
    fprintf(stderr, "usage: bench [elements [repetitions]]\n");
    return 2;
  }
  saxpy(n);
  triad(n);
  dot(n);
  stencil(n);
  histogram(n);
  matmul(n);
  latency();
  transfer(n);
  return 0;
}
