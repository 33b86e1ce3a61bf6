// gcc: no (gcc-12 adds a step to the last value, and overflows)
// OpenMP 5.2 §4.4.1: the number of iterations comes from the bounds; a step behind the last value may leave the
// variable's type. In each construct of the host, and in target regions that the host executes.
#include <limits.h>
#include <stdio.h>

static int bad;

#define PRAGMA(x) _Pragma(#x)
#define COUNT(want, directive, first, relation, bound, step)                   \
  do {                                                                         \
    int n = 0;                                                                 \
    PRAGMA(omp directive reduction(+ : n))                                     \
    for (int i = first; i relation bound; i += step)                           \
      n++;                                                                     \
    if (n != want) {                                                           \
      bad = 1;                                                                 \
      printf("%s: %d instead of %d\n", #directive, n, want);                   \
    }                                                                          \
  } while (0)

static void target_regions(void) {
  COUNT(4, target teams distribute parallel for if(target: 0), INT_MAX - 10, <, INT_MAX, 3);
  COUNT(3, target teams distribute if(target: 0), INT_MIN + 10, >, INT_MIN, -4);
  COUNT(4, target parallel for if(target: 0), INT_MAX - 10, <, INT_MAX, 3);
  COUNT(4, target teams distribute parallel for, INT_MAX - 10, <=, INT_MAX - 1, 3);
}

int main(void) {
  COUNT(4, parallel for, INT_MAX - 10, <, INT_MAX, 3);
  COUNT(4, parallel for num_threads(1), INT_MAX - 10, <, INT_MAX, 3);
  COUNT(4, parallel for schedule(guided) num_threads(1), INT_MAX - 10, <=, INT_MAX - 1, 3);
  COUNT(3, parallel for schedule(dynamic), INT_MIN + 10, >, INT_MIN, -4);
  COUNT(4, teams distribute num_teams(1), INT_MAX - 10, <, INT_MAX, 3);
  COUNT(4, teams distribute parallel for num_teams(2), INT_MAX - 10, <, INT_MAX, 3);
  COUNT(4, taskloop, INT_MAX - 10, <, INT_MAX, 3);
  target_regions();
#pragma omp parallel num_threads(2)
#pragma omp single
  target_regions();
  if (!bad)
    puts("ok");
}
