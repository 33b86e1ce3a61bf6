// only: device
// The range of a loop is wider than half of its variable's type: short and char
// from end to end, int and long with constant bounds. (A host compiler may count in
// the type itself: what does not fit it is unspecified, 4.4.2.)
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    long sum = 0, count = 0;
    short step = 3;
#pragma omp target teams distribute parallel for reduction(+ : sum, count)
    for (int16_t i = SHRT_MIN; i <= SHRT_MAX - 3; i = i + step) {
        sum += i;
        count++;
    }
    printf("short %ld %ld\n", sum, count);
    sum = count = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum, count)
    for (int16_t i = SHRT_MAX; i > SHRT_MIN; i--) {
        sum += i;
        count++;
    }
    printf("short %ld %ld\n", sum, count);
    sum = count = 0;
    signed char lo = -128, by = 2;
#pragma omp target parallel for simd reduction(+ : sum, count)
    for (signed char i = lo; i < 126; i += by) {
        sum += i;
        count++;
    }
    printf("char %ld %ld\n", sum, count);
    sum = count = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum, count)
    for (int i = INT_MIN; i < INT_MAX - 20000000; i += 10000019) {
        sum += i / 3;
        count++;
    }
    printf("int %ld %ld\n", sum, count);
    sum = count = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum, count)
    for (long i = LONG_MAX; i > LONG_MIN + (1L << 58); i -= 1L << 57) {
        sum += i % 1009;
        count++;
    }
    printf("long %ld %ld\n", sum, count);
    return 0;
}
