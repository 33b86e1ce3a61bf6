// gcc: no (gcc-12 has no inscan on combined target constructs)
/* OpenMP 5.2 §5.6: scans of 128-bit integers, complex numbers, structures that a warp does not scan,
 * truth values, characters and products, several in one loop. */
#include <complex.h>
#include <stdio.h>

enum { N = 333 };

typedef struct {
  char pad[300];
  long v;
} large;
#pragma omp declare reduction(add : large : omp_out.v += omp_in.v) initializer(omp_priv = (large){{0}, 0})

static int a[N];
static __int128 wide[N];
static double _Complex turned[N];
static large sums[N];
static _Bool seen[N];
static signed char least[N];
static float twice[N];

int main(void)
{
  __int128 w = (__int128)1 << 90, w1 = w;
  double _Complex z = 1 + I, z1 = z;
  large b = {{0}, 3};
  long b1 = 3;
  _Bool any = 0, any1 = 0;
  signed char low = 100, low1 = 100;
  float product = 1, product1 = 1;
  int bad = 0;
  for (int i = 0; i < N; i++)
    a[i] = i % 13;
#pragma omp target parallel for num_threads(6) reduction(inscan, +: w) map(to: a) map(from: wide) map(tofrom: w)
  for (int i = 0; i < N; i++) {
    w += a[i];
#pragma omp scan inclusive(w)
    wide[i] = w;
  }
#pragma omp target parallel for num_threads(6) reduction(inscan, +: z) map(to: a) map(from: turned) map(tofrom: z)
  for (int i = 0; i < N; i++) {
    turned[i] = z;
#pragma omp scan exclusive(z)
    z += a[i] * I;
  }
#pragma omp target parallel for num_threads(6) reduction(inscan, add: b) map(to: a) map(from: sums) map(tofrom: b)
  for (int i = 0; i < N; i++) {
    b.v += a[i];
#pragma omp scan inclusive(b)
    sums[i] = b;
  }
#pragma omp target parallel for simd num_threads(40) reduction(inscan, ||: any) reduction(inscan, min: low) \
    reduction(inscan, *: product) map(to: a) map(from: seen, least, twice) map(tofrom: any, low, product)
  for (int i = 0; i < N; i++) {
    any = any || i == 200;
    if (low > 50 - a[i])
      low = (signed char)(50 - a[i]);
    product *= i % 50 == 49 ? 2 : 1;
#pragma omp scan inclusive(any, low, product)
    seen[i] = any;
    least[i] = low;
    twice[i] = product;
  }
  for (int i = 0; i < N; i++) {
    bad += wide[i] != (w1 += a[i]);
    bad += turned[i] != z1;
    z1 += a[i] * I;
    bad += sums[i].v != (b1 += a[i]);
    bad += seen[i] != (any1 = any1 || i == 200);
    if (low1 > 50 - a[i])
      low1 = (signed char)(50 - a[i]);
    bad += least[i] != low1;
    bad += twice[i] != (product1 *= i % 50 == 49 ? 2 : 1);
  }
  bad += w != w1 || z != z1 || b.v != b1 || any != any1 || low != low1 || product != product1;
  puts(bad ? "wrong prefixes" : "ok");
  return 0;
}
