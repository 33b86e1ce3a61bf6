// OpenMP 5.2 §5.8.3, 6.0 §7.9.6: the base pointers of a list item of target are there on the device, each
// attached to what the next one lies in, however many lead to it; where another list item or the region itself maps
// the structure around such a pointer, the pointer is part of that.
#include <stdio.h>

struct leaf { int n; int *r; };
struct node { int k; struct leaf *q, in; };
#include "../check.h"

int main(void)
{
  int buf[4] = {1, 2, 3, 4};
  struct leaf leaves[2] = {{4, buf}, {4, buf}};
  struct node node = {7, leaves, {3, buf}}, *p = &node, *both[2] = {p, p};
#pragma omp target map(tofrom: p->q->r[0:4])
  p->q->r[0] = 10;
  EQ(buf[0], 10);
#pragma omp target map(tofrom: node.q->r[0:4])
  node.q->r[0] = 11;
  EQ(buf[0], 11);
#pragma omp target map(tofrom: node.q[1].r[0:4])
  node.q[1].r[0] = 12;
  EQ(buf[0], 12);
#pragma omp target map(tofrom: p->q[1].r[1:2])
  p->q[1].r[1] = 13;
  EQ(buf[1], 13);
#pragma omp target map(tofrom: both[1]->q->r[0:4])
  both[1]->q->r[0] = 14;
  EQ(buf[0], 14);

  // The same storage by two names.
#pragma omp target map(tofrom: p->in.r[0:4]) map(to: node)
  p->in.r[0] = 15 + node.k;
  EQ(buf[0], 22);
#pragma omp target map(tofrom: p->q->r[0:4]) map(to: leaves)
  p->q->r[0] = 16 + leaves[0].n;
  EQ(buf[0], 20);
#pragma omp target map(tofrom: p->q->r[0:4])
  {
    p->q->r[0] = 17 + node.k;
    node.k++;
  }
  EQ(buf[0], 24);
  EQ(node.k, 8);
  EQ(node.q == leaves && leaves[0].r == buf && leaves[1].r == buf && node.in.r == buf, 1);
  puts(errors ? "wrong" : "ok");
  return errors != 0;
}
