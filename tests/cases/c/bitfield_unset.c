// Bit-fields are written into memory that nobody has written before: nothing of it is used.
#include <stdio.h>
#include <stdlib.h>
struct fields { int a : 5; int b : 7; unsigned long long c : 40; };
int main(void)
{
  struct fields m[8];
  int r = 0, bad = 0;
  #pragma omp target map(from: m) map(tofrom: r)
  {
    struct fields own, *heap = malloc(sizeof *heap);
    own.a = 3;
    own.b = -4;
    own.c = 1ull << 39;
    heap->a = own.a + 1;
    heap->b = own.b - 1;
    heap->c = own.c >> 39;
    r = heap->a * 100 + heap->b * 10 + (int)heap->c;
    free(heap);
    for (int i = 0; i < 8; i++) {
      m[i].a = i;
      m[i].b = -i;
      m[i].c = i * 1000000000ull;
    }
  }
  if (r != 351) printf("%d\n", r), bad = 1;
  for (int i = 0; i < 8; i++)
    if (m[i].a != i || m[i].b != -i || m[i].c != i * 1000000000ull) printf("%d: %d %d\n", i, m[i].a, m[i].b), bad = 1;
  if (!bad) printf("ok\n");
  return bad;
}
