// gcc: no (gcc-12 has no metadirective)
// OpenMP 5.2 §7.4, §5.1.1: what a task shares is that of the parallel construct around it, also if both are chosen by
// metadirectives.
#include <stdio.h>

int main(void)
{
  int host = 0, device = 0, chosen = 0, on = 1;
#pragma omp metadirective when(user = {condition(1)}: parallel num_threads(3))
#pragma omp metadirective when(user = {condition(1)}: single)
#pragma omp metadirective when(user = {condition(1)}: task)
  host++;
#pragma omp target map(tofrom: device, chosen)
  {
#pragma omp metadirective when(user = {condition(1)}: parallel num_threads(3))
#pragma omp metadirective when(user = {condition(1)}: single)
#pragma omp metadirective when(user = {condition(1)}: task)
    device++;
#pragma omp metadirective when(user = {condition(on > 1)}: parallel private(chosen)) otherwise(parallel num_threads(2))
    {
#pragma omp single
#pragma omp metadirective when(user = {condition(on)}: task) otherwise(task)
      chosen++;
    }
  }
  puts(host == 1 && device == 1 && chosen == 1 ? "ok" : "wrong");
  return 0;
}
