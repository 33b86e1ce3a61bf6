// gcc: no (gcc-12 takes no braces around associated loops)
/* OpenMP 5.2 §4.4.1: a block around an associated loop that holds nothing else is no code: before the
 * outermost loop, between loops, around a loop that a directive generates. */
#include <stdio.h>

int main(void)
{
  int league = 0, team = 0, nest = 0, tiles = 0, lanes = 0, task[5] = {0}, last = -1;
#pragma omp target teams distribute reduction(+: league)
  {
    for (int i = 0; i < 400; i++)
      league++;
  }
#pragma omp parallel for reduction(+: team) lastprivate(last)
  { {
    for (int i = 0; i < 70; i++) {
      team += i;
      last = i;
    }
  } }
#pragma omp target map(tofrom: nest, lanes)
  {
#pragma omp parallel for collapse(2) reduction(+: nest)
    {
      for (int i = 0; i < 30; i++) {
        { for (int j = 0; j < 20; j++)
            nest += i + j; }
      }
    }
#pragma omp simd reduction(+: lanes)
    { for (int i = 0; i < 9; i++)
        lanes += i; }
  }
#pragma omp parallel for reduction(+: tiles)
  {
#pragma omp tile sizes(4)
    { for (int i = 0; i < 50; i++)
        tiles++; }
  }
#pragma omp parallel
#pragma omp single
#pragma omp taskloop shared(task)
  {
    for (int i = 0; i < 5; i++)
      task[i] = i * i;
  }
  if (league != 400 || team != 2415 || last != 69 || nest != 14400 || lanes != 36 || tiles != 50 || task[4] != 16)
    printf("%d %d %d %d %d %d %d\n", league, team, last, nest, lanes, tiles, task[4]);
  else
    puts("ok");
  return 0;
}
