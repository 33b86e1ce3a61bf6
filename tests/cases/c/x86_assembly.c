// aarch64: no (assembly for x86)
// C features on the device: assembly of the CPU; the output is gcc's.
// gpu: no (x86 assembly)
// flags: -w
#include <stdio.h>
#pragma omp declare target
// Outputs in a register or in memory, and inputs that have their places.
static long either(long a, long b)
{
    long r, s = 5, t = b;
    __asm__("movq %1, %%rax\n\taddq %2, %%rax\n\tmovq %%rax, %0" : "=g"(r) : "g"(a), "g"(b) : "rax", "cc");
    __asm__("addq $3, %0" : "+g"(s) : : "cc");
    __asm__("addq $4, %0" : "=rm"(t) : "0"(b) : "cc");
    return r * 10000 + s * 100 + t;
}
static int work(void) { printf("%ld\n", either(20, 22)); int in = 5, out; asm("addl $3, %0" : "=r"(out) : "0"(in)); printf("%d\n", out); asm("incl %0" : "+r"(out)); printf("%d\n", out); return 0; }
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
