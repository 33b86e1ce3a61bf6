// gcc: no (gcc-12 does not accept an enter clause)
/* OpenMP 5.2 §5.5.10, §5.5.8: a target task takes part in the task reduction of a combined construct. */
#include <stdio.h>

extern void device_compute(int *);
#pragma omp declare target enter(device_compute)

int main(void)
{
  int sum = 0;
#pragma omp parallel masked reduction(task, +: sum)
  {
#pragma omp target in_reduction(+: sum) nowait
    device_compute(&sum);
    sum += 1;
  }
  if (sum != 4)
    return printf("sum %d\n", sum), 1;
  puts("ok");
}

void device_compute(int *sum) { *sum += 3; }
