// aarch64: no (assembly for x86)
// Operands of inline assembly: in registers, in memory, tied, named, fixed and with modifiers.
// gpu: no (assembly of x86)
// flags: -w
#include <stdio.h>
#pragma omp begin declare target
struct big { int a[4]; };
static int work(void)
{
    int x = 5, y = 7, out; long l = 3; short sh = 9; struct big bg = { { 1, 2, 3, 4 } };
    asm("addl %1, %0" : "+r"(x) : "r"(y) : "cc"); printf("%d\n", x);
    asm("addl %[b], %[a]" : [a] "+r"(x) : [b] "g"(y)); printf("%d\n", x);
    asm("movl %1, %0\n\t" "addl $1, %0\n" "decl %0" : "=&r"(out) : "r"(x)); printf("%d\n", out);
    asm volatile("" : "=m"(out)); asm("movl %1, %0" : "=m"(out) : "r"(x)); printf("%d\n", out);
    asm("incl %0" : "+m"(out)); printf("%d\n", out);
    asm("movl %1, %k0\n\t" "shlq $2, %q0" : "=r"(l) : "m"(bg.a[2])); printf("%ld\n", l);
    unsigned lo, hi; asm("cpuid" : "=a"(lo), "=d"(hi) : "a"(0) : "rbx", "rcx"); printf("%d\n", lo > 0);
    asm("mull %3" : "=a"(lo), "=d"(hi) : "%0"(0x80000000u), "rm"(6u)); printf("%u %u\n", lo, hi);
    asm("movw %w1, %w0" : "=r"(sh) : "r"(x)); printf("%d\n", sh);
    double d = 2.0; asm("sqrtsd %1, %0" : "=x"(d) : "x"(d)); printf("%.6f\n", d);
    long double ld = 9.0L; asm("fsqrt" : "=t"(ld) : "0"(ld)); printf("%Lg\n", ld);
    asm("" : "+g"(x)); asm("" : "+m"(bg)); asm("nop"); asm("xorl %%eax, %%eax\n\tmovl %%eax, %0" : "=r"(out) : : "eax"); printf("%d %d %d\n", x, bg.a[3], out);
    asm("lock; xaddl %0, %1" : "=r"(out), "+m"(x) : "0"(10) : "memory"); printf("%d %d\n", out, x);
    int k1 = 1, k2 = 2, k3 = 3, k4 = 4, k5 = 5, k6 = 6; asm("movl %6, %0\n\taddl %3, %0" : "=&r"(k1) : "r"(k1), "r"(k2), "r"(k3), "r"(k4), "r"(k5), "r"(k6)); printf("%d\n", k1);
    return 0;
}
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
