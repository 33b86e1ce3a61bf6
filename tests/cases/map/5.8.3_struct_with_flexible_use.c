// gcc: no (gcc-12 loses the assignment through b)
#include <stdio.h>
#include <stdlib.h>

struct buf { int n; int data[]; };

int main(void)
{
  int n = 6;
  struct buf *b = malloc(sizeof *b + n * sizeof(int));
  b->n = n;
  for (int i = 0; i < n; i++)
    b->data[i] = i;
#pragma omp target map(tofrom: b->n, b->data[0:n])
  for (int i = 0; i < b->n; i++)
    b->data[i] *= 3;
  puts(b->data[5] == 15 && b->n == 6 ? "ok" : "a flexible array member");
  free(b);
  return 0;
}
