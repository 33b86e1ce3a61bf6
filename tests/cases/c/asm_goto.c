// aarch64: no (assembly for x86)
// gpu: no (assembly of x86)
// asm goto: jumps out of assembly, with operands, outputs and labels by number and name.
#include <stdio.h>
#pragma omp begin declare target
static int sign(int x)
{
  asm goto("test %0, %0\n\tjs %l1\n\tjz %l[zero]" : : "r"(x) : "cc" : negative, zero);
  return 1;
negative:
  return -1;
zero:
  return 0;
}
static int find(const int *a, int n, int what)
{
  int i = 0;
again:
  if (i == n) goto none;
  asm goto("cmp %1, %0\n\tje %l[found]" : : "r"(a[i]), "r"(what) : "cc" : found);
  i++;
  goto again;
found:
  return i;
none:
  return -1;
}
#pragma omp end declare target
int main(void)
{
  int a[5] = { 4, 8, 15, 16, 23 }, r[8] = { 0 };
  #pragma omp target map(tofrom: a, r)
  {
    r[0] = sign(5), r[1] = sign(-5), r[2] = sign(0), r[3] = find(a, 5, 16), r[4] = find(a, 5, 17);
    int n = 0;
    for (int i = 0; i < 5; i++) {
      asm goto("testb $1, %b0\n\tjnz %l[odd]" : : "r"(a[i]) : "cc" : odd);
      continue;
    odd:
      n += a[i];
    }
    r[5] = n;
    #pragma omp parallel for num_threads(2)
    for (int i = 6; i < 8; i++) {
      r[i] = 1;
      asm goto("cmpl $7, %0\n\tje %l[end]" : : "m"(i) : "cc" : end);
      r[i] = 2;
    end:;
    }
  }
  static const int want[8] = { 1, -1, 0, 3, -1, 38, 2, 1 };
  int wrong = 0;
  for (int i = 0; i < 8; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
