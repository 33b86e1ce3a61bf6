// Reductions of every width and operator in one loop, and arithmetic of the device (OpenMP 5.2 §5.5.8).
#include <omp.h>
#include <stdio.h>

#include "../check.h"
#include <limits.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#define N 2000
int main(void)
{
  uint8_t u8 = 0; int8_t i8 = 127; uint16_t u16 = 65535; uint32_t u32 = UINT_MAX; int64_t i64 = INT64_MIN; uint64_t u64 = 0; float fmn = FLT_MAX, fmx = -FLT_MAX; double dm = 1, dmn = INFINITY; long double ld = 0; _Float16 h = 0; int bitand = ~0, lor = 0, land = 1; unsigned __int128 q = 0; (void)ld; (void)h;
  #pragma omp target teams distribute parallel for reduction(+: u8, u64) reduction(min: i8, u16, fmn, dmn) reduction(max: fmx, i64) reduction(*: dm) reduction(&: bitand, u32) reduction(||: lor) reduction(&&: land)
  for (int i = 0; i < N; i++) {
    u8 += 3; u64 += (uint64_t)i << 40; if (i % 256 - 128 < i8) i8 = i % 256 - 128; if (60000 - i < u16) u16 = 60000 - i;
    fmn = fminf(fmn, i - 1000.5f); fmx = fmaxf(fmx, i * 0.25f); dm *= i % 2 ? 2 : 0.5; dmn = dmn < i + 1 ? dmn : i + 1; bitand &= ~(1 << (i % 31)); u32 &= ~(uint32_t)i; lor = lor || i == 1234; land = land && i < N; i64 = i64 > -i ? i64 : -i;
  }
  CHECK(u8 == (uint8_t)(3 * N) && u64 == ((uint64_t)N * (N - 1) / 2) << 40 && i8 == -128 && u16 == 60000 - N + 1 && fmn == -1000.5f && fmx == (N - 1) * 0.25f && dm == 1 && dmn == 1 && bitand == INT_MIN && lor && land && i64 == 0);
  uint32_t w = UINT_MAX; for (int i = 0; i < N; i++) w &= ~(uint32_t)i; CHECK(u32 == w);
  #pragma omp target parallel for reduction(+: q, h) num_threads(8)
  for (int i = 0; i < 100; i++) { q += (unsigned __int128)1 << 100; h += (_Float16)0.5; }
  CHECK((uint64_t)(q >> 100) == 100 && (float)h == 50);
  int x = -7, y = 2; unsigned sh = 31; int res[12]; double dr[6];
  #pragma omp target map(from: res, dr)
  {
    res[0] = x / y; res[1] = x % y; res[2] = x >> 1; res[3] = (int)(1u << sh) < 0; res[4] = (signed char)200; res[5] = (unsigned char)-1; res[6] = (int)3.99; res[7] = -1 < 1u; res[8] = 'a' + 1; res[9] = !x; res[10] = ~x; res[11] = (int)(int8_t)(x * 100);
    dr[0] = 1.0 / 3; dr[1] = (float)0.1; dr[2] = 1e308 * 10; dr[3] = fmod(7.5, 2); dr[4] = ldexp(1, 10); dr[5] = copysign(0.0, -1.0);
  }
  int wr[12] = {-3, -1, -4, 1, -56, 255, 3, 0, 'b', 0, 6, (int)(int8_t)(-700)};
  for (int i = 0; i < 12; i++) CHECK(res[i] == wr[i]);
  CHECK(dr[0] == 1.0 / 3 && dr[1] == (double)0.1f && isinf(dr[2]) && dr[3] == 1.5 && dr[4] == 1024 && signbit(dr[5]));
  if (!errors)
    puts("ok");
  return errors != 0;
}
