// env: LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS=true
// only: device
// A pointer and what it points to are both there already: 5.2 attaches only what a
// construct creates; programs written for LLVM's runtime before version 22 count on more.
#include <stdio.h>

struct node { struct node *next; int value; };

int main(void)
{
  struct node a = {0, 1}, b = {0, 2};
  struct node *pa = &a, *pb = &b;
  a.next = pb;
#pragma omp target enter data map(to: pa[0:1])
#pragma omp target enter data map(to: pb[0:1])
#pragma omp target enter data map(to: pa->next[0:1])
  int v = 0;
#pragma omp target map(from: v)
  {
    pa->next->value += 5;
    v = pa->next->value;
  }
  if (b.value != 2) // the host has its own
    puts("host");
#pragma omp target exit data map(delete: pa->next[0:1])
#pragma omp target exit data map(delete: pa[0:1])
  if (v != 7) {
    printf("value %d\n", v);
    return 1;
  }
  puts("ok");
}
