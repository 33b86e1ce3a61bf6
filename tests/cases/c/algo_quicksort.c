// Quicksort with comparators through pointers, of several element types.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec { char name[8]; int key; };
typedef int (*cmp)(const void *, const void *);

#pragma omp declare target
static int by_int(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static int by_desc(const void *a, const void *b) { return by_int(b, a); }
static int by_name(const void *a, const void *b) { return strcmp(((const struct rec *)a)->name, ((const struct rec *)b)->name); }

static void swap(char *a, char *b, size_t n)
{
  char t[n];
  memcpy(t, a, n);
  memcpy(a, b, n);
  memcpy(b, t, n);
}

static void sort(void *base, size_t n, size_t size, cmp f)
{
  char *a = base;
  if (n < 2)
    return;
  swap(a, a + n / 2 * size, size);
  size_t last = 0;
  for (size_t i = 1; i < n; i++)
    if (f(a + i * size, a) < 0)
      swap(a + ++last * size, a + i * size, size);
  swap(a, a + last * size, size);
  sort(a, last, size, f);
  sort(a + (last + 1) * size, n - last - 1, size, f);
}
#pragma omp end declare target

int main(void)
{
  int x[500], y[500], z[500], bad = 0;
  struct rec r[5] = {{"pear", 1}, {"fig", 2}, {"apple", 3}, {"kiwi", 4}, {"date", 5}};
  for (int i = 0; i < 500; i++)
    x[i] = y[i] = z[i] = (int)(i * 2654435761u >> 8) % 1000;
#pragma omp target map(tofrom: x, y, z, r)
  {
    cmp table[] = {by_int, by_desc};
    sort(x, 500, sizeof *x, table[0]);
    sort(y, 500, sizeof *y, table[1]);
    qsort(z, 500, sizeof *z, by_int);
    sort(r, 5, sizeof *r, by_name);
  }
  for (int i = 1; i < 500; i++)
    bad += x[i - 1] > x[i] || y[i - 1] < y[i];
  bad += memcmp(x, z, sizeof x) != 0;
  bad += strcmp(r[0].name, "apple") || r[0].key != 3 || r[4].key != 1 || r[2].key != 2;
  puts(bad ? "wrong" : "ok");
  return 0;
}
