#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void)
{
  struct node *head = 0;
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
#pragma omp target enter data map(to: head[0:1])
  for (struct node *n = head; n->next; n = n->next) {
#pragma omp target enter data map(to: n->next[0:1])
  }
  int sum = 0;
#pragma omp target map(tofrom: sum) map(head[0:1])
  for (struct node *n = head; n; n = n->next)
    sum += n->value;
  puts(sum == 10 ? "ok" : "a linked list");
  return 0;
}
