#include <stdio.h>
struct node { struct node *next; int v; };
#pragma omp begin declare target
extern struct node b;
struct node a = {&b, 1};
static struct node s = {&s, 7};
int sa(void) { return s.next->v; }
int sb(void);
#pragma omp end declare target
int main(void) { int r = 0, q = 0;
#pragma omp target map(from: r, q)
{ r = a.next->next->next->v * 10 + b.next->v; q = sa() * 10 + sb(); }
printf("%d %d\n", r, q); return 0; }
