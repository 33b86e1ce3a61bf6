// A pointer that was never set.
#include <stdio.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node tail = {2, NULL};
  int second = 0;
#pragma omp target map(to: tail) map(tofrom: second)
#ifdef MISTAKE
  second = tail.next->value;
#else
  second = tail.next ? tail.next->value : 2;
#endif
  puts(second == 2 ? "ok" : "wrong");
  return 0;
}
