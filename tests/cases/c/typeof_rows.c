// typeof of arrays that are elements of arrays, of constant and of variable length: they are arrays, and their addresses those of arrays.
#include <stdio.h>
#include <string.h>
#define EXCHANGE(a, b) do { typeof(a) t_; memcpy(&t_, &(a), sizeof t_); memcpy(&(a), &(b), sizeof t_); memcpy(&(b), &t_, sizeof t_); } while (0)
#define KIND(x) _Generic((x), int *: 1, int **: 2, int (*)[4]: 3, int (*)[3][4]: 4, default: 9)
#pragma omp begin declare target
static int table[2][3][4];
struct holder { int rows[3][4]; int one[4]; };
static int constants(struct holder *h)
{
  typeof(table[1]) copy;
  typeof(table[1][2]) row = { 1, 2, 3, 4 };
  typeof(h->rows[0]) *p = h->rows + 1, other[2];
  typedef typeof(h->rows[2]) Row;
  struct { char c; typeof((*h).rows[1]) r; } s = { 'x', { 7, 8 } };
  __auto_type q = &table[1];
  __auto_type r = &h->rows[2];
  typeof(&h->rows[1]) z = &h->rows[1];
  memcpy(copy, table[1], sizeof copy);
  other[1][0] = 6;
  EXCHANGE(h->rows[0], h->rows[2]);
  Row x = { 9 };
  return sizeof copy + sizeof row * 100 + (*p)[3] + other[1][0] + x[0] + s.r[1] + (*q)[1][1] + (*r)[2] + z[1][0] + copy[2][3] +
    1000 * KIND(&h->rows[1]) + 10000 * KIND(&table[0]) + 100000 * KIND(table[1][1]) + 1000000 * KIND(h->one) + (int)sizeof(typeof(table[0][1])) +
    (int)sizeof(*(typeof(table[0]) *)table);
}
static int variable(int n, int m, int a[n][m])
{
  typeof(a[0]) row, *p = &a[1];
  typeof(a[1]) pair[2];
  __auto_type q = &a[n - 1];
  int old = sizeof row;
  memcpy(row, a[2], sizeof row);
  m = 1;
  pair[1][3] = 5;
  EXCHANGE(a[0], a[1]);
  return old + (int)sizeof pair + row[3] + (*p)[3] + (*q)[2] + pair[1][3] + a[0][1];
}
#pragma omp end declare target
int main(void)
{
  struct holder h;
  int a[3][4], r[3];
  for (int i = 0; i < 12; i++) ((int *)h.rows)[i] = ((int *)a)[i] = i * i + 1;
  #pragma omp target map(h, a) map(from: r)
  {
    for (int i = 0; i < 24; i++) ((int *)table)[i] = i;
    r[0] = constants(&h);
    r[1] = variable(3, 4, a);
    typeof(a[0]) own = { [2] = 3 };
    r[2] = own[2] + sizeof own + h.rows[0][1];
  }
  printf("%d %d %d\n", r[0], r[1], r[2]);
  return 0;
}
