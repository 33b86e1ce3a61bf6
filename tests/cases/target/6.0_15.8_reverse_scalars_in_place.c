// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 6.0 §15.8: a scalar, structure or pointer that the parent of a reverse-offload region has is present there with
 * an infinite reference count: the region uses the parent's own storage, whatever the map-type. */
#include <stdio.h>
#pragma omp requires reverse_offload

typedef struct { int a; double b; } pair;

static int limit = 3;
static int *keep;
static void look(int *at) { keep = at; }
#pragma omp declare target device_type(host) enter(look)

static int f(int device)
{
  static int width = 2;
  int s = 1, n = 0, hits = 0, sum = 5, last = 4, i = 0, bad = 0;
  double d = 0.5;
  pair p = {1, 2};
  int cells[3] = {1, 2, 3}, *at = &cells[0], mine = 10, each, box[2];
#pragma omp target map(to: s, d, p, sum, last, i, hits) map(alloc: n) map(to: at) if(device)
  {
#pragma omp target device(ancestor: 1) map(to: s, d, at) map(alloc: n) map(from: p)
    {
      s++;
      n = 7 + (int)sizeof s;
      d *= 4;
      p.b += p.a;
      at++;
      look(&s);
    }
    /* Directives name these variables, so that they cannot be pointers in the text. */
#pragma omp target device(ancestor: 1) map(to: sum, last, i)
    {
#pragma omp parallel num_threads(width) reduction(+: sum)
      sum += 1;
#pragma omp parallel for lastprivate(last)
      for (i = 0; i < limit; i++)
        last = i;
      limit++;
      width++;
    }
    /* What directives in the region make private is the region's own. */
#pragma omp target device(ancestor: 1) map(to: sum)
#pragma omp parallel for private(each, box)
    for (i = 0; i < 4; i++) {
      each = i;
      box[i & 1] = each;
#pragma omp atomic
      sum += box[i & 1];
    }
    /* Each thread's update reaches the one variable. */
#pragma omp parallel num_threads(8)
#pragma omp target device(ancestor: 1) map(to: hits)
    {
#pragma omp atomic
      hits += 1;
    }
    /* A copy is a copy. */
#pragma omp target device(ancestor: 1) firstprivate(s)
    s = 100;
  }
#pragma omp target firstprivate(mine) if(device)
  {
    mine++;
#pragma omp target device(ancestor: 1) map(to: mine)
    mine = 0;
  }
  bad |= s != 2 || n != 7 + (int)sizeof(int) || d != 2 || p.b != 3 || at != &cells[1] || keep != &s || mine != 10;
  bad |= last != limit - 2 || sum < 12 || width < 3 || hits < 1;
  if (bad)
    printf("%d: %d %d %g %g %d %d %d %d %d\n", device, s, n, d, p.b, at == &cells[1], keep == &s, last, sum, hits);
  return bad + 100 * hits;
}

int main(void)
{
  int there = f(1), here = f(0);
  if (there % 100 || here % 100) return 1;
  puts("ok");
}
