// A string literal that fills the first member or row leaves the others zero (C17 6.7.9).
#include <stdio.h>
struct named { char name[4]; int value; char *p; };
#pragma omp begin declare target
static int dirty(int x)
{
  volatile char room[256];
  for (int i = 0; i < 256; i++) room[i] = 'x' + x;
  return room[x];
}
static int rows(void)
{
  char a[2][3] = { "123" };
  return a[0][0] * 1000 + a[1][0] + a[1][1] + a[1][2];
}
static int members(void)
{
  struct named s = { "abcd" };
  return s.name[3] * 1000 + s.value + (s.p != 0);
}
static int literal(void)
{
  struct named *s = &(struct named){ "wxyz" };
  return s->name[0] * 1000 + s->value + (s->p != 0);
}
static int whole(void) { char a[3] = "789", b[] = "12"; return a[2] * 1000 + b[2]; }
#pragma omp end declare target
int main(void)
{
  int r[5] = { 0 };
  #pragma omp target map(tofrom: r)
  {
    r[4] = dirty(1);
    r[0] = rows();
    dirty(2);
    r[1] = members();
    dirty(3);
    r[2] = literal();
    r[3] = whole();
  }
  static const int want[5] = { 49000, 100000, 119000, 57000, 'y' };
  int wrong = 0;
  for (int i = 0; i < 5; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
