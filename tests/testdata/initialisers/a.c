/* 5.2 §7.8: the initialisers of entered variables lead to another file's. */
#include <stdio.h>

struct node {
  struct node *next;
  int value;
};
extern struct node there;
extern int base[3];
int *p = base + 1;
struct node *list[4] = {[1 ... 2] = &there};
#pragma omp declare target enter(p, list)
int other(void);
#pragma omp declare target enter(other)

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  {
    base[1] = 20;
    r = *p + (p == base + 1) + (list[2]->next->next == &there) + other();
  }
  printf("%d %d\n", r, base[1]);
  return 0;
}
