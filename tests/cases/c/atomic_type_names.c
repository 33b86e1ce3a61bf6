// gcc: no (gcc refuses variables that are _Atomic in map clauses)
// flags: -Werror
// Objects are atomic, too, where a type's name says so (atomic_int of <stdatomic.h>, names of
// such names), and pointers whose own qualifier is _Atomic (C17 6.7.2.4, 6.7.3).
#include <stdatomic.h>
#include <stdio.h>
#define N 1000

typedef atomic_int count;
typedef count counts[3];
typedef int *_Atomic cursor;
typedef count *handle;
struct inner {
  count hits;
};
struct box {
  count n;
  counts each;
  struct inner in;
  int *_Atomic at;
  cursor down;
};
static int storage[4 * N];

#pragma omp begin declare target
static void bump(count *c)
{
  (*c)++;
  c[0] += 2;
}
#pragma omp end declare target

int main(void)
{
  atomic_int a = 0;
  count b = 0, c = 0;
  int *_Atomic p = storage;
  cursor q = storage + 2 * N;
  struct box s = {0, {0}, {0}, storage, storage + 4 * N};
#pragma omp target teams distribute parallel for map(tofrom: a, b, c, p, q, s)
  for (int i = 0; i < N; i++) {
    a++;
    b -= 2;
    bump(&c);
    s.n++;
    s.each[i % 3] += 3;
    ++s.in.hits;
    handle h = &s.in.hits;
    (*h)++;
    p++;
    --q;
    s.at++;
    s.down--;
    --s.down;
  }
  printf("%d %d %d\n", a, b, c);
  printf("%d %d %d %d %d\n", s.n, s.each[0], s.each[1], s.each[2], s.in.hits);
  printf("%ld %ld %ld %ld\n", (long)(p - storage), (long)(q - storage), (long)(s.at - storage), (long)(s.down - storage));
  return 0;
}
