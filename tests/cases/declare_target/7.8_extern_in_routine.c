// only: device
/* 5.2 §7.8: a variable with static storage duration that a device routine declares is entered, also
 * by a declaration with extern of a variable that the file declares. */
#include <omp.h>
#include <stdio.h>

int before = 4, seen = 1;
int *pointer = &seen;
static int hidden = 3;
int sum(void)
{
  extern int before, after, *pointer;
  {
    extern int hidden;
    return before + after + hidden + *pointer;
  }
}
#pragma omp declare target enter(sum)
int after = 5;

int main(void)
{
  int device = omp_get_default_device(), r = 0;
  before = 100;
#pragma omp target map(from: r)
  {
    after = 50, seen = 2;
    r = sum();
  }
  puts(r == 59 && after == 5 && seen == 1 && omp_target_is_present(&before, device) && omp_target_is_present(&hidden, device) ? "ok" : "wrong");
  return 0;
}
