// amd: each
// OpenMP 5.2 §15.8.4: atomic operations of all widths and operators change their element alone, each time once.
#include <stdint.h>
#include <stdio.h>

static int bad;

#define CHECK(T, op, init, val)                                       \
  {                                                                   \
    T m[5] = {1, init, 3, init, 5}, e = init;                         \
    _Pragma("omp target parallel num_threads(128) map(tofrom: m)")    \
    {                                                                 \
      _Pragma("omp atomic") m[1] op val;                              \
      _Pragma("omp atomic") m[3] op val;                              \
    }                                                                 \
    for (int i = 0; i < 128; i++)                                     \
      e op val;                                                       \
    if (m[1] != e || m[3] != e || m[0] != 1 || m[2] != 3 || m[4] != 5) \
      bad++, printf("%s %s\n", #T, #op);                              \
  }
#define OPERATORS(T)                                                                                                                \
  CHECK(T, +=, 1, 1) CHECK(T, -=, 7, 1) CHECK(T, *=, 1, 3) CHECK(T, &=, 0x7f, 0x55) CHECK(T, |=, 1, 0x22) CHECK(T, ^=, 1, 3)         \
  CHECK(T, <<=, 1, 1) CHECK(T, >>=, 0x7f, 1) CHECK(T, /=, 0x7f, 2)

int main(void)
{
  OPERATORS(int8_t)
  OPERATORS(uint8_t)
  OPERATORS(int16_t)
  OPERATORS(uint16_t)
  OPERATORS(uint32_t)
  OPERATORS(uint64_t)
  uint8_t c[4] = {0};
  int seen[256] = {0}, n = 0;
#pragma omp target parallel num_threads(128) map(tofrom: c, seen)
  {
    int v;
#pragma omp atomic capture
    v = c[1]++;
    seen[v] = 1;
  }
  for (int i = 0; i < 128; i++)
    n += seen[i];
  if (n != 128 || c[1] != 128 || c[0] || c[2])
    bad++, printf("capture %d %d\n", n, c[1]);
  if (!bad)
    puts("ok");
  return bad;
}
