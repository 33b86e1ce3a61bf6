#include <stdio.h>
#pragma omp begin declare target
extern __attribute__((weak)) int nowhere, there;
__attribute__((weak)) int here = 5;
__attribute__((weak)) int zero;
int *const table[] = {&nowhere, &there, &here};
int get(void) { return (&nowhere ? nowhere : 7) + here * 10 + zero * 100 + (&there ? there : 0) * 1000 + (table[0] == 0) * 10000 + (table[1] == &there) * 100000; }
#pragma omp end declare target
int main(void) { int r = 0;
#pragma omp target map(from: r)
r = get();
printf("%d %d\n", r, r == get()); }
