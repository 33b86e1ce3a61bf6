// aarch64: no (intrinsics of x86)
// flags: -mavx512f
// gpu: no (instructions of x86)
// gcc: no (gcc's headers have other builtin functions behind these)
// AVX-512 in device code of the CPU, with masks and constants; a processor without it only links the program.
#include <immintrin.h>
#include <stdio.h>
__attribute__((noinline)) static int work(void)
{
  float x[16];
  int n[16], r[4] = { 0 };
  for (int i = 0; i < 16; i++) x[i] = i + 0.25f, n[i] = i;
  #pragma omp target map(tofrom: x, n, r)
  {
    __m512 a = _mm512_loadu_ps(x);
    a = _mm512_mask_mul_ps(a, 0x5555, a, _mm512_set1_ps(2));
    a = _mm512_roundscale_ps(a, _MM_FROUND_TO_ZERO);
    __mmask16 over = _mm512_cmp_ps_mask(a, _mm512_set1_ps(10), _CMP_GT_OQ);
    _mm512_storeu_ps(x, a);
    __m512i i = _mm512_loadu_si512(n);
    i = _mm512_mask_add_epi32(i, over, i, _mm512_set1_epi32(100));
    i = _mm512_shuffle_epi32(i, 0x1b);
    _mm512_storeu_si512(n, i);
    r[0] = over;
    r[1] = _mm512_reduce_add_epi32(i);
    r[2] = _mm512_mask_reduce_max_epi32(0xff, i);
    r[3] = _mm512_kunpackb(over, over) != 0;
  }
  int wrong = r[0] != 0xfd40 || r[1] != 920 || r[2] != 106 || r[3] != 1 || x[14] != 28 || x[15] != 15 || n[15] != 112;
  if (wrong) printf("%x %d %d %d %g %g %d\n", r[0], r[1], r[2], r[3], x[14], x[15], n[15]);
  return wrong;
}
int main(void)
{
  if (!__builtin_cpu_supports("avx512f") || !work()) {
    puts("ok");
    return 0;
  }
  return 1;
}
