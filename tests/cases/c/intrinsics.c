// aarch64: no (intrinsics of x86)
// gpu: no (instructions of x86)
// The intrinsics of x86's headers in device code of the CPU: SSE2, which every x86-64 has.
#include <emmintrin.h>
#include <stdio.h>
int main(void)
{
  double a[8];
  int c[8], r[12] = { 0 };
  long long q = 0;
  for (int i = 0; i < 8; i++) a[i] = i, c[i] = i * 3;
  #pragma omp target map(tofrom: a, c, r, q)
  {
    __m128d s = _mm_setzero_pd();
    for (int i = 0; i + 2 <= 8; i += 2) s = _mm_add_pd(s, _mm_loadu_pd(a + i));
    double t[2];
    _mm_storeu_pd(t, s);
    r[0] = t[0] * 100 + t[1];
    __m128i v = _mm_loadu_si128((__m128i *)c);
    r[1] = _mm_cvtsi128_si32(_mm_shuffle_epi32(v, _MM_SHUFFLE(0, 1, 2, 3)));
    r[2] = _mm_movemask_epi8(_mm_cmpgt_epi32(v, _mm_set1_epi32(4)));
    r[3] = _mm_extract_epi16(_mm_madd_epi16(v, v), 6);
    r[4] = _mm_cvtsi128_si32(_mm_sad_epu8(v, _mm_setzero_si128()));
    r[5] = _mm_movemask_pd(_mm_cmplt_pd(_mm_set_pd(1, 2), _mm_set_pd(2, 1)));
    r[6] = _mm_cvttsd_si32(_mm_sqrt_pd(_mm_set1_pd(144)));
    q = _mm_cvtsd_si64(_mm_set_sd(1e12));
    r[7] = _mm_cvtsi128_si32(_mm_srli_si128(_mm_slli_epi32(v, 2), 4));
    r[8] = _mm_cvtsi128_si32(_mm_packs_epi32(v, v)) >> 16;
    r[9] = (int)(_mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(4))) * 1000 + 0.5f);
    _mm_store_sd(&a[0], _mm_unpackhi_pd(_mm_loadu_pd(a + 6), s));
    _mm_prefetch((const char *)c, _MM_HINT_T0);
    _mm_mfence();
    _mm_pause();
    r[10] = _mm_getcsr() != 0;
  }
  static const int want[12] = { 1216, 9, 65280, 81, 3, 2, 12, 12, 3, 250, 1 };
  int wrong = q != 1000000000000 || a[0] != 7;
  for (int i = 0; i < 12; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
