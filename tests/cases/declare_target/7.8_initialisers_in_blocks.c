// only: device
/* 5.2 §7.8: variables of both block forms enter what their initialisers refer to: tentative, later,
 * constant and unused ones. Their host versions keep their values. */
#include <omp.h>
#include <stdio.h>

int tentative;
extern int later;
static const int constant[2] = {8, 9};
int unused = 1, listed = 2, hidden = 3;
#pragma omp begin declare target
int *p = &tentative;
int *const q[2] = {&later, &listed};
#pragma omp end declare target
#pragma omp declare target
const int *r = constant + 1;
static int **nobody = (int *[]){&unused, 0};
#pragma omp end declare target
#pragma omp declare target enter(listed)
#pragma omp begin declare target device_type(nohost)
int *only_device = &hidden;
#pragma omp end declare target
int later = 12;

int main(void)
{
  int device = omp_get_default_device(), ok = 0;
  tentative = 5;
#pragma omp target map(tofrom: ok)
  {
    tentative = 4;
    hidden++;
    ok = *p == 4 && *q[0] == 12 && *q[1] == 2 && *r == 9 && r == &constant[1] && *only_device == 4;
  }
  if (!ok)
    puts("the device's variables");
  if (tentative != 5 || hidden != 3)
    puts("a region mapped an entered variable");
  const void *all[] = {&tentative, &later, constant, &unused, &listed, &hidden, &nobody};
  for (int i = 0; i < 7; i++)
    if (!omp_target_is_present(all[i], device))
      printf("variable %d is not present\n", i), ok = 0;
  puts(ok && *p == 5 ? "ok" : "wrong");
  return 0;
}
