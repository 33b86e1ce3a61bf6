#include <stdlib.h>
typedef struct node { int v; struct node *next; } node;
int sum(int n)
{
  node *head = 0;
  int s = 0;
  for (int i = 0; i < n; i++) {
    node *m = malloc(sizeof *m);
    m->v = i;
    m->next = head;
    head = m;
  }
#pragma omp target map(to: head[0:1]) map(tofrom: s)
  for (node *p = head; p; p = p->next)
    s += p->v;
  return s;
}
