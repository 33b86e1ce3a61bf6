// gcc: no (gcc-12 takes no dereference as list item)
// OpenMP 5.2 §5.8.3: a structure and its flexible array member as two list items are one piece of storage on the device, in
// target, target data and enter data alike; what each of them brings is its own.
#include <stdio.h>
#include <stdlib.h>

struct line { int n; char tag; char text[]; };
struct row { int n; double v[]; };
#include "../check.h"

int main(void)
{
  struct row *r = malloc(sizeof *r + 4 * sizeof(double));
  struct line *l = malloc(sizeof *l + 20);
  r->n = 4;
#pragma omp target map(tofrom: r[0:1]) map(from: r->v[0:4])
  {
    for (int i = 0; i < r->n; i++)
      r->v[i] = i + 0.5;
    r->n = 3;
  }
  EQ(r->n, 3);
  EQ(r->v[3] * 2, 7);
#pragma omp target map(to: *r) map(tofrom: r->v[:4])
  for (int i = 0; i < r->n; i++)
    r->v[i] += 1;
  EQ(r->v[2] * 2, 7);
  EQ(r->v[3] * 2, 7);
#pragma omp target map(to: r[0]) map(tofrom: r->v[:4])
  for (int i = 0; i < r->n; i++)
    r->v[i] += 1;
  EQ(r->v[2] * 2, 9);
#pragma omp target data map(to: r[0]) map(tofrom: r[0].v[:r->n])
#pragma omp target
  for (int i = 0; i < r->n; i++)
    r->v[i] -= 1;
  EQ(r->v[2] * 2, 7);

  *l = (struct line){1, 't'};
#pragma omp target map(tofrom: l[0:1], l->text[0:1]) // which lies in the padding
  {
    l->text[0] = l->tag;
    l->n++;
  }
  EQ(l->text[0], 't');
  EQ(l->n, 2);

  int n = 20;
  for (int i = 0; i < n; i++)
    l->text[i] = 'a' + i;
#pragma omp target enter data map(to: l[0:1], l->text[0:n])
#pragma omp target
  {
    l->tag = l->text[l->n];
    l->text[n - 1] = 'z';
  }
#pragma omp target exit data map(from: l[0:1], l->text[0:n])
  EQ(l->tag, 'c');
  EQ(l->text[19], 'z');
  free(l);
  free(r);
  puts(errors ? "wrong" : "ok");
  return errors != 0;
}
