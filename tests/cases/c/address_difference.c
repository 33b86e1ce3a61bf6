// Differences of addresses in one object as constants of initialisers.
#include <stddef.h>
#include <stdio.h>

#pragma omp begin declare target
struct item { char c; int list[4]; };
static struct item items[5];
static int row[3][7];
static long bytes = (char *)&items[3] - (char *)items;
static ptrdiff_t elements[] = { &items[4] - &items[1], &row[2][1] - &row[0][0], &items[2].list[3] - items[2].list, &row[1] - &row[2] };
static struct { const char *text; unsigned length; } names[] = { { "ab", sizeof "ab" }, { (const char *)&items[1], &items[2].c - (char *)items } };

static int sum(void)
{
  static long inner = &items[1].list[2] - (int *)&items[1];
  static char local[9], *end = local + 9;
  static long size = &local[8] - &local[1];
  return bytes + elements[0] * 10 + elements[1] * 100 + elements[2] * 1000 + elements[3] + names[1].length + inner + (end - local) + size;
}
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = sum();
  if (r != sum())
    printf("%d on the host, %d on the device\n", sum(), r);
  puts("ok");
}
