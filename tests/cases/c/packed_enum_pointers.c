// Packed enumerations of every spelling, whose values are numbers or not, beside pointers to them.
#include <stdio.h>
#include <stddef.h>
enum { BASE = 3 };
typedef enum __attribute__((packed)) { A, B } before;
typedef enum { C, D } __attribute__((packed)) behind;
enum __attribute__((packed)) tagged { E, F = 300 };
enum late { G = 1 << BASE, H } __attribute__((packed));
enum __attribute__((packed)) first { I = 1 << BASE, J = -I };
typedef enum { K = 'k', L = 1 << 12 } __attribute__((__packed__)) wide;
typedef int aligned64 __attribute__((aligned(64)));
struct s { char c; before a; behind b; enum tagged d; enum late e; enum first f; wide g; char h; aligned64 i; };
before *p1;
behind *p2, *p3[2];
enum tagged *p4;
enum late *p5;
enum first *p6;
wide *p7;
aligned64 *p8;
int main(void)
{
  struct s v = { 'c', B, D, F, H, J, L, 'h', 9 };
  int places[8], values[8];
  #pragma omp target map(to: v) map(from: places, values)
  {
    behind *p = &v.b, **pp = &p;
    enum first *q = &v.f;
    wide *r = &v.g;
    int place[] = { offsetof(struct s, a), offsetof(struct s, b), offsetof(struct s, d), offsetof(struct s, e), offsetof(struct s, f),
      offsetof(struct s, g), offsetof(struct s, i), sizeof(struct s) };
    int value[] = { v.a, **pp, v.d, v.e, *q, *r, v.h, v.i };
    for (int i = 0; i < 8; i++) {
      places[i] = place[i];
      values[i] = value[i];
    }
  }
  for (int i = 0; i < 8; i++)
    printf("%d %d%c", places[i], values[i], i < 7 ? ',' : '\n');
  return 0;
}
