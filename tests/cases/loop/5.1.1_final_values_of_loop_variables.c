// Loop variables of simd and loop that are declared outside have their final values behind each compound form (5.2
// §5.1.1, §17.2), on the device and on the host.
#include <stdio.h>

static int u[40], bad;
static long d, e;

static void ends(int form)
{
  if (d != 40 || e != 21) {
    printf("form %d: %ld %ld\n", form, d, e);
    bad = 1;
  }
  d = e = -1;
}

#define ONE for (i = 0; i < 40; i += 4)
#define TWO for (i = 0; i < 40; i += 8) for (j = 5; j <= 17; j += 4)
#define PRAGMA(x) _Pragma(#x)
#define FORM(n, ...) { \
  long i = -1, j = 21; \
  PRAGMA(omp target map(tofrom: i, u)) \
  PRAGMA(omp __VA_ARGS__) \
  ONE u[i] += 1; \
  d = i, e = j; ends(n); \
  i = j = -1; \
  PRAGMA(omp target map(tofrom: i, j, u)) \
  PRAGMA(omp __VA_ARGS__ collapse(2)) \
  TWO u[i + j / 4] += j; \
  d = i, e = j; ends(n); \
  i = -1, j = 21; \
  PRAGMA(omp __VA_ARGS__) \
  ONE u[i] += 1; \
  d = i, e = j; ends(n); \
  i = j = -1; \
  PRAGMA(omp __VA_ARGS__ collapse(2)) \
  TWO u[i + j / 4] += j; \
  d = i, e = j; ends(n); \
}

/* The variable of a construct inside is the region's, which uses its value. */
static void inside(void)
{
  int k = -1, last[3] = {0};
  #pragma omp target map(from: last)
  {
    #pragma omp parallel for simd
    for (k = 0; k < 33; k++)
      u[k % 40] = k;
    last[0] = k;
    #pragma omp parallel num_threads(3)
    {
      #pragma omp for simd
      for (k = 1; k < 12; k += 2)
        u[k] = k;
      #pragma omp single
      last[1] = k;
    }
    #pragma omp parallel for simd private(k)
    for (k = 0; k < 9; k++)
      u[k] = k;
    last[2] = k;
  }
  if (k != -1 || last[0] != 33 || last[1] != 13 || last[2] != 13) {
    printf("inside: %d %d %d %d\n", k, last[0], last[1], last[2]);
    bad = 1;
  }
}

int main(void)
{
  FORM(1, simd)
  FORM(2, parallel for simd)
  FORM(3, teams distribute simd)
  FORM(4, teams distribute parallel for simd)
  FORM(5, taskloop simd)
  FORM(6, parallel master taskloop simd)
  FORM(7, parallel loop)
  FORM(8, teams loop)
  FORM(9, loop bind(thread))
  inside();
  puts(bad ? "wrong" : "ok");
  return bad;
}
