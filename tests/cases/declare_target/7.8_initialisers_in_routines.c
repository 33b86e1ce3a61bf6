// only: device
/* 5.2 §7.8: the static variables of device routines are entered, and so is what their initialisers
 * refer to, also where an initialiser leads to the routine. */
#include <stdio.h>

static int base[2] = {3, 4};
int far = 9;
static int helper(void)
{
  static int *p = &far;
  return *p;
}
static int routine(void)
{
  static int *s = &base[1], own = 2, *t = &own;
  (*t)++;
  return *s + own + helper();
}
int (*const entry[])(void) = {routine};
#pragma omp declare target enter(entry)

int main(void)
{
  static int inner[2] = {1, 2}, *of_function = inner, *of_file = &far;
#pragma omp declare target enter(of_function, of_file)
  int ok = 0;
#pragma omp target map(from: ok)
  {
    base[1] = 40, inner[1] = 20;
    ok = entry[0]() == 52 && of_function[1] == 20 && of_file == &far;
  }
  puts(ok && base[1] == 4 && inner[1] == 2 ? "ok" : "not the device's variables");
  return 0;
}
