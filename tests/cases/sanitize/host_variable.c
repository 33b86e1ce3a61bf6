// A pointer to a variable of the host that is no declare target variable.
#include <stdio.h>

static int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static int rounds; // each thread has one: it has no one address
#pragma omp threadprivate(rounds)

struct view {
  int *at;
};

int main(void) {
  struct view v = {table + 2};
  int sum = 0;
#ifdef MISTAKE
#pragma omp target map(to: v) map(tofrom: sum)
#else
#pragma omp target map(to: v, v.at[0:4]) map(tofrom: sum)
#endif
  for (int i = 0; i < 4; i++)
    sum += v.at[i];
  rounds++;
  puts(sum == 18 && rounds == 1 ? "ok" : "wrong");
  return 0;
}
