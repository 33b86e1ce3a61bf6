// gcc: no (gcc-12 ends with an internal error)
// Canonical loops of many forms (OpenMP 5.2 §4.4.1): their variables, bounds, steps and pointers, combined with collapse.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "../check.h"
#include <stdint.h>
#include <stddef.h>
static int gi; static unsigned short gus;
int main(void)
{
  int a[300]; long n;
  #define CLR() memset(a, 0, sizeof a)
  #define CNT() ({ int c_ = 0; for (int k_ = 0; k_ < 300; k_++) c_ += a[k_] == 1; c_; })
  CLR();
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (gi = 10; gi < 250; gi += 7) a[gi]++;
  CHECK(CNT() == 35);
  CLR();
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (gus = 255; gus > 3; gus -= 5) a[gus]++;
  CHECK(CNT() == 51);
  CLR();
  #pragma omp target parallel for map(tofrom: a) schedule(static, 3)
  for (uint8_t i = 0; i < 250; i++) a[i]++;
  CHECK(CNT() == 250);
  CLR();
  #pragma omp target parallel for map(tofrom: a)
  for (signed char i = -100; i <= 100; i = i + 2) a[i + 100]++;
  CHECK(CNT() == 101);
  CLR();
  int *e = a + 300;
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (int *p = a; p < a + 300; p += 4) *p = 1;
  CHECK(CNT() == 75); (void)e;
  CLR();
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (int *p = &a[299]; p != a; --p) *p += 1;
  CHECK(CNT() == 299);
  CLR();
  n = 20;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (long i = 0; i < n; i++) for (long j = i + 1; j < n; j++) {
    #pragma omp atomic
    a[i]++;
  }
  for (int i = 0; i < 20; i++) CHECK(a[i] == 19 - i);
  CLR();
  #pragma omp target teams distribute parallel for simd collapse(3) map(tofrom: a)
  for (size_t i = 5; i > 0; --i) for (int j = -3; j < 3; j += 2) for (unsigned k = 0; k != 4; ++k) a[(i - 1) * 12 + (j + 3) / 2 * 4 + k]++;
  CHECK(CNT() == 60);
  CLR();
  #pragma omp target parallel for map(tofrom: a)
  for (int i = 299; 100 <= i; i -= 100) a[i]++;
  CHECK(CNT() == 2 && a[299] && a[199]);
  CLR();
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (ptrdiff_t i = 0; i < 300; i = 3 + i) a[i]++;
  CHECK(CNT() == 100);
  int cnt = 0;
  #pragma omp target teams distribute parallel for reduction(+: cnt) collapse(2)
  for (int i = INT32_MAX - 5; i < INT32_MAX; i++) for (int64_t j = INT64_MIN; j < INT64_MIN + 3; j++) cnt++;
  CHECK(cnt == 15);
  cnt = 0;
  #pragma omp target teams distribute parallel for reduction(+: cnt)
  for (unsigned i = 0; i < 10u; i += 1u << 31) cnt++;
  CHECK(cnt == 1);
  cnt = 0;
  #pragma omp target teams distribute parallel for reduction(+: cnt)
  for (int i = 5; i < 5; i++) cnt++;
  CHECK(cnt == 0);
  cnt = 0;
  int lo = 3, hi = 17, st = 4;
  #pragma omp target teams distribute parallel for reduction(+: cnt) firstprivate(lo, hi, st)
  for (int i = lo * 2; i <= hi * 3 - 1; i += st) cnt += i;
  int w = 0; for (int i = 6; i <= 50; i += 4) w += i;
  CHECK(cnt == w);
  if (!errors)
    puts("ok");
  return errors != 0;
}
