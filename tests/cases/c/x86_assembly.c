// C features on the device: assembly of the CPU; the output is gcc's.
// gpu: no (x86 assembly)
// flags: -w
#include <stdio.h>
#pragma omp declare target
static int work(void) { int in = 5, out; asm("addl $3, %0" : "=r"(out) : "0"(in)); printf("%d\n", out); asm("incl %0" : "+r"(out)); printf("%d\n", out); return 0; }
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
