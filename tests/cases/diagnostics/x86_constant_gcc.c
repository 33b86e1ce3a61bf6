// host: gcc
// flags: -O2
#include <emmintrin.h>
#pragma omp declare target
static int low(__m128i v) { return _mm_cvtsi128_si32(v); }
#pragma omp end declare target
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    {
        for (int i = 0; i < 4; i++)
            r += low(_mm_shuffle_epi32(_mm_set_epi32(1, 2, 3, 4), i));
    }
    return r;
}
