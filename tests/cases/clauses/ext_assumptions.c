// gcc: no (clang's extensions)
// clang's assumptions ext_spmd_amenable and ext_no_call_asm are taken where clang takes them.
#include <stdio.h>

#pragma omp assumes ext_spmd_amenable ext_no_call_asm
#pragma omp begin assumes ext_spmd_amenable ext_no_call_asm
static int twice(int x) { return 2 * x; }
#pragma omp end assumes

int main(void)
{
    int n = 0;
#pragma omp target parallel for reduction(+ : n)
    for (int i = 0; i < 10; i++) {
#pragma omp assume ext_no_call_asm ext_spmd_amenable
        n += twice(i);
    }
    puts(n == 90 ? "ok" : "wrong");
    return n != 90;
}
