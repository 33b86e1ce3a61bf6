/* GNU C: typeof of an element of a vector is the element's type, with its size and alignment, in objects, members, arrays and casts. */
#include <stddef.h>
#include <stdio.h>

typedef float v4 __attribute__((vector_size(16)));
typedef signed char b8 __attribute__((vector_size(8)));

static v4 v, rows[2];
static b8 w;

struct s { __typeof__(v[0]) a[2]; char c; __typeof__(v[0]) q; };
struct t { char c; __typeof__(w[1]) d; __typeof__(rows[1][2]) e; };

int main(void)
{
  int r[9] = {0};
#pragma omp target map(tofrom: r)
  {
    v4 x = {1, 2, 3, 4};
    __typeof__(x[0]) q = 1.5f, *p = &q, z[3] = {1, 2, 3};
    __typeof__(x[0] + 1) k = x[3];
    r[0] = _Alignof(__typeof__(x[0]));
    r[1] = sizeof(struct s);
    r[2] = offsetof(struct s, q);
    r[3] = sizeof z;
    r[4] = sizeof(struct t);
    r[5] = offsetof(struct t, e);
    r[6] = (int)(*p * 2) + (int)z[2];
    r[7] = (int)sizeof k + (int)k;
    r[8] = (__typeof__(w[0]))300;
  }
  static const int want[9] = {_Alignof(__typeof__(v[0])), sizeof(struct s), offsetof(struct s, q), 12,
                              sizeof(struct t), offsetof(struct t, e), 6, 8, 44};
  for (int i = 0; i < 9; i++)
    if (r[i] != want[i]) return printf("%d: %d %d\n", i, r[i], want[i]), 1;
  puts("ok");
}
