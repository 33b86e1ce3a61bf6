// gcc: no (gcc-12 does not implement the requirement)
// gpu: no (the host of an NVIDIA GPU cannot access the heap of the device)
// With unified_shared_memory the declare target directive is optional for variables with static
// storage duration that device routines use (5.2 §8.2.1): they are the host's, or what is mapped of them.
#include <stdio.h>
#include <stdlib.h>
#pragma omp requires unified_shared_memory

struct node {
  int v;
  struct node *next;
};
static struct node *head;
static int total;
int table[8];
extern double later[4];
static struct {
  int n, *at;
} box = {3, table};

static int walk(void)
{
  int s = 0;
  for (struct node *n = head; n; n = n->next)
    s += n->v;
  return s;
}
static void note(int v) { total += v; }
static void fill(void)
{
  for (int i = 0; i < 8; i++)
    table[i] = i * 10;
  box.at[box.n] = -1;
  later[2] *= 2;
}
static int third(void) { return table[3]; }
double later[4] = {1, 2, 3, 4};

int main(void)
{
  for (int i = 1; i <= 20; i++) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){i, head};
    head = n;
  }
#pragma omp target
  {
    note(walk());
    fill();
    struct node *n = malloc(sizeof *n);
    *n = (struct node){1000, head};
    head->next->next->next = n;
    n->next = NULL;
  }
  printf("%d, %d %d %d, %g\n", total, table[2], table[3], table[7], later[2]);
  total = 5;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 4; i++)
#pragma omp critical
    note(i);
  printf("%d, %d\n", total, walk());
  /* A construct that maps the variable and a routine that it calls have the same storage. */
  int seen = 0, after = 0;
#pragma omp target map(tofrom: table) map(from: seen)
  {
    table[3] = 33;
    seen = third();
  }
  table[3]++;
#pragma omp target map(from: after)
  after = third();
  printf("%d %d\n", seen, after);
  return 0;
}
