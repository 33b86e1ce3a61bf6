// host: gcc
// flags: -mavx2 -mfma -mf16c -maes -mpclmul -mbmi2
// gpu: no (instructions of x86)
// gcc's own headers of x86's instructions: functions whose arguments the instruction holds, with and without optimisation,
// and those of gcc's builtin functions that clang does not have.
#include <immintrin.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS 4
#pragma omp declare target
static int put(unsigned char *out, int n, const void *v, int bytes) { memcpy(out + 32 * n, v, bytes); return n + 1; }
#define P(...) do { __typeof__(__VA_ARGS__) value = __VA_ARGS__; n = put(out, n, &value, sizeof value); } while (0)

static int run(const int *in, unsigned char *out)
{
  int n = 0;
  for (int k = 0; k < ROUNDS; k++) {
    __m128i a = _mm_loadu_si128((const __m128i *)(in + k)), b = _mm_loadu_si128((const __m128i *)(in + 4 + k));
    __m256i c = _mm256_loadu_si256((const __m256i *)(in + k)), d = _mm256_loadu_si256((const __m256i *)(in + 8 + k));
    __m128 f = _mm_cvtepi32_ps(a), g = _mm_cvtepi32_ps(b);
    __m128d x = _mm_cvtepi32_pd(a), y = _mm_cvtepi32_pd(b);
    __m256d z = _mm256_cvtepi32_pd(b), w = _mm256_cvtepi32_pd(a);
    P(_mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3))); P(_mm_shufflelo_epi16(a, 0x1b)); P(_mm_shufflehi_epi16(a, 0x4e));
    P(_mm_shuffle_ps(f, g, 0x39)); P(_mm_shuffle_pd(x, y, 1)); P(_mm256_shuffle_pd(z, w, 5));
    P(_mm_slli_epi16(a, 3)); P(_mm_srai_epi32(a, 7)); P(_mm_srli_epi64(a, 11)); P(_mm256_slli_epi32(c, 5));
    P(_mm_slli_si128(a, 3)); P(_mm_srli_si128(a, 5)); P(_mm256_slli_si256(c, 6)); P(_mm256_srli_si256(c, 7));
    P(_mm_alignr_epi8(a, b, 3)); P(_mm_alignr_epi8(a, b, 21)); P(_mm256_alignr_epi8(c, d, 9));
    P(_mm_extract_epi16(a, 5)); P(_mm_extract_epi8(a, 9)); P(_mm_extract_epi32(a, 2)); P(_mm_extract_epi64(a, 1)); P(_mm_extract_ps(f, 3));
    P(_mm_insert_epi16(a, k * 99, 6)); P(_mm_insert_epi8(a, k, 7)); P(_mm_insert_epi32(a, k, 1)); P(_mm_insert_ps(f, g, 0x91));
    P(_mm256_permute2f128_si256(c, d, 0x21)); P(_mm256_permute2x128_si256(c, d, 0x13)); P(_mm256_permute4x64_epi64(c, 0x1b)); P(_mm256_permute_pd(z, 6));
    P(_mm256_extracti128_si256(c, 1)); P(_mm256_inserti128_si256(c, a, 1)); P(_mm256_extractf128_pd(z, 0)); P(_mm256_extract_epi32(c, 6));
    P(_mm_blend_epi16(a, b, 0x5a)); P(_mm_blend_ps(f, g, 5)); P(_mm256_blend_epi32(c, d, 0xa6)); P(_mm_dp_ps(f, g, 0x71)); P(_mm_mpsadbw_epu8(a, b, 2));
    P(_mm_round_pd(_mm_div_pd(x, _mm_set1_pd(7)), _MM_FROUND_TO_ZERO)); P(_mm_floor_ps(_mm_mul_ps(f, _mm_set1_ps(0.3f)))); P(_mm_cvtps_ph(f, 0));
    P(_mm_cmp_pd(x, y, _CMP_LT_OQ)); P(_mm256_cmp_pd(z, w, _CMP_NEQ_UQ)); P(_mm_cmpistri(a, b, _SIDD_CMP_EQUAL_ANY)); P(_mm_cmpestrm(a, 3, b, 9, 8));
    P(_mm_aesenc_si128(a, b)); P(_mm_aesdeclast_si128(a, b)); P(_mm_aeskeygenassist_si128(a, 0x1b)); P(_mm_aesimc_si128(b));
    P(_mm_clmulepi64_si128(a, b, 0x00)); P(_mm_clmulepi64_si128(a, b, 0x11));
    P(_mm_i32gather_epi32(in, _mm_and_si128(a, _mm_set1_epi32(15)), 4)); P(_mm256_i32gather_epi32(in, _mm256_and_si256(c, _mm256_set1_epi32(15)), 4));
    P(_mm_mask_i32gather_ps(f, (const float *)in, _mm_and_si128(b, _mm_set1_epi32(15)), _mm_castsi128_ps(a), 4));
    P(_mm_unpacklo_epi8(a, b)); P(_mm_unpackhi_epi64(a, b)); P(_mm_unpacklo_ps(f, g)); P(_mm256_unpackhi_epi16(c, d));
    P(_mm_adds_epu8(a, b)); P(_mm_subs_epi16(a, b)); P(_mm_max_epi16(a, b)); P(_mm256_min_epu32(c, d)); P(_mm_abs_epi32(a)); P(_mm_andnot_pd(x, y));
    P(_mm_add_sd(x, y)); P(_mm_sqrt_sd(x, y)); P(_mm_movehl_ps(f, g)); P(_mm_cvtsi64_sd(x, k)); P(_mm_fnmadd_pd(x, y, x)); P(_mm_cvtepu8_epi32(a));
    __m128 r0 = f, r1 = g, r2 = _mm_add_ps(f, g), r3 = _mm_sub_ps(f, g);
    _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
    P(r0); P(r1); P(r2); P(r3);
    P(_pext_u32(in[k], in[k + 1])); P(_bzhi_u64(in[k], k + 5));
  }
  return n;
}
#pragma omp end declare target

static unsigned char host[32 * 100 * ROUNDS], device[sizeof host];

int main(void)
{
  int in[16 + 8], n = 0;
  unsigned x = 1;
  for (int i = 0; i < 24; i++)
    in[i] = (x = x * 1664525 + 1013904223) >> 4;
#pragma omp target map(to: in) map(tofrom: device, n)
  n = run(in, device);
  if (n != run(in, host))
    puts("another number");
  for (int i = 0; i < n; i++)
    if (memcmp(host + 32 * i, device + 32 * i, 32))
      printf("%d differs\n", i % (n / ROUNDS));
  puts("ok");
}
