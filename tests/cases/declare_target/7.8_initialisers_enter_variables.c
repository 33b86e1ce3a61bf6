// gcc: no (gcc-12 does not know clause enter)
/* 5.2 §7.8: what the initialiser of an entered variable refers to is entered, too. The device's
 * variables point to the device's. */
#include <stdint.h>
#include <stdio.h>

static int row[3] = {1, 2, 3};
static int *first = row;
int **chain = &first;
#pragma omp declare target enter(chain)

struct node {
  struct node *next;
  int value;
};
extern struct node right;
struct node left = {&right, 1};
#pragma omp declare target(left)
struct node right = {&left, 2};

double pair[2] = {1.5, 2.5};
union {
  int *i;
  double *d;
} choice = {.d = &pair[1]};
struct {
  int *p;
  struct {
    int *q[2];
  } in;
} table[3] = {{row + 1}, [2] = {.in.q[1] = &row[2]}};
#pragma omp declare target to(choice) enter(table)

int number = 7;
int *chosen = sizeof(int) == 4 ? &number : 0;
uintptr_t address = (uintptr_t)&row[1];
_Bool exists = &row[1] != 0;
#pragma omp declare target enter(chosen, address, exists) device_type(any)

int main(void)
{
  int ok[8] = {0};
  (void)left;
  number = 70;
#pragma omp target map(tofrom: ok)
  {
    row[0] = 11;
    ok[0] = *chain == row && **chain == 11;
    ok[1] = left.next == &right && right.value == 2 && right.next == &left;
    ok[2] = choice.d == &pair[1] && *choice.d == 2.5;
    ok[3] = table[0].p == row + 1 && !table[0].in.q[1] && *table[2].in.q[1] == 3;
    ok[4] = chosen == &number && *chosen == number;
    ok[5] = *(int *)address == 2 && exists;
  }
  for (int i = 0; i < 6; i++)
    if (!ok[i])
      printf("%d is wrong\n", i);
  puts(ok[0] && ok[1] && ok[2] && ok[3] && ok[4] && ok[5] ? "ok" : "not all");
  return 0;
}
