struct node {
  struct node *next;
  int value;
};
int base[3] = {1, 2, 3};
extern struct node back;
struct node there = {&back, 1};
struct node back = {&there, 2};
int other(void)
{
  extern int *p;
  return *p + back.value;
}
#pragma omp declare target enter(base, there, other)
