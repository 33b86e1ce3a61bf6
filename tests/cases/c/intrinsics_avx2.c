// aarch64: no (intrinsics of x86)
// flags: -march=x86-64-v3
// gpu: no (instructions of x86)
// AVX2, FMA and BMI in device code of the CPU.
#include <immintrin.h>
#include <stdio.h>
int main(void)
{
  double a[8], t[4] = { 0 };
  int c[16], r[8] = { 0 };
  for (int i = 0; i < 16; i++) c[i] = i * 3, a[i / 2] = i / 2;
  #pragma omp target map(tofrom: a, c, r, t)
  {
    __m256d v = _mm256_fmadd_pd(_mm256_loadu_pd(a), _mm256_loadu_pd(a + 4), _mm256_set1_pd(1));
    _mm256_storeu_pd(t, _mm256_hadd_pd(v, v));
    __m256i i = _mm256_loadu_si256((__m256i *)c);
    i = _mm256_add_epi32(_mm256_mullo_epi32(i, i), _mm256_permute4x64_epi64(i, 0x1b));
    r[0] = _mm256_movemask_epi8(_mm256_cmpgt_epi32(i, _mm256_set1_epi32(50)));
    r[1] = _mm256_extract_epi32(i, 5);
    __m128i g = _mm_i32gather_epi32(c, _mm_set_epi32(0, 2, 4, 6), 4);
    r[2] = _mm_cvtsi128_si32(_mm_shuffle_epi8(g, _mm_set1_epi8(4)));
    r[3] = _mm_popcnt_u32(0xff0f) + _tzcnt_u32(64) + _lzcnt_u32(1);
    r[4] = _mm_crc32_u32(1, 2);
    r[5] = _pdep_u32(5, 0xf0);
    float f[4];
    _mm_storeu_ps(f, _mm_round_ps(_mm_set_ps(1.5f, 2.5f, 3.5f, 4.5f), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    r[6] = f[0] + 10 * f[1] + 100 * f[2] + 1000 * f[3];
    r[7] = _mm256_testz_si256(i, _mm256_setzero_si256());
  }
  static const int want[8] = { -4096, 234, 202116108, 49, 1646430521, 80, 2244, 1 };
  int wrong = t[0] != 7 || t[2] != 35;
  for (int i = 0; i < 8; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
