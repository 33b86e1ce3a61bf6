// aarch64: no (assembly for x86)
// flags: -std=c11
// Letters beyond ASCII in the names of functions, variables and list items; asm and typeof as names in ISO C;
// the dialects of a template of assembly.
#include <stdio.h>
#pragma omp declare target
int größe = 4;
int fünf(int ä) { return ä + größe; }
static int words(void)
{
  struct { int asm; } s = { 5 };
  int typeof = 3, asm = 4, x = 5, y = 5;
  typeof += asm;
#ifndef GPU
  __asm__("{movl %1, %0|mov %0, %1}" : "=r"(y) : "r"(x));
  __asm__("add{l}\t{%1, %0|%0, %1}" : "+r"(x) : "r"(y));
#else
  x += y;
#endif
  return typeof + s.asm * 10 + x * 100;
}
#pragma omp end declare target
int main(void)
{
  int ü = 0, w = 0, наш = 7;
  größe = 6;
  #pragma omp target update to(größe)
  #pragma omp target map(from: ü, w) firstprivate(наш)
  ü = fünf(5) * наш, w = words();
  if (ü != 77 || w != 1057) printf("%d %d\n", ü, w);
  else printf("ok\n");
  return ü != 77;
}
