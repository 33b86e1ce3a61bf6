// flags: -fopenmp-version=60
// gcc: no (a feature of 6.0)
// OpenMP 6.0 §15.7: the structured block of target_data is a taskgroup, unless nogroup is there: its target
// tasks are complete before the data go back.
#include <omp.h>
#include <stdio.h>
int main(void) {
  int a[16] = {0}, x = 1, bad = 0;
  #pragma omp target_data map(tofrom: a) depend(inout: x) nowait
  {
    #pragma omp target nowait
    for (int i = 0; i < 16; i++) a[i] = i;
  }
  #pragma omp taskwait
  for (int i = 0; i < 16; i++) bad |= a[i] != i;
  #pragma omp target data map(tofrom: a)
  {
    #pragma omp target nowait
    for (int i = 0; i < 16; i++) a[i] += 1;
  }
  for (int i = 0; i < 16; i++) bad |= a[i] != i + 1;
  #pragma omp target data map(tofrom: a) nogroup
  {
    #pragma omp target
    for (int i = 0; i < 16; i++) a[i] += 1;
  }
  #pragma omp target_enter_data map(a) priority(1)
  #pragma omp target_update from(a) priority(2)
  #pragma omp target priority(3) device_type(any)
  a[0] = 9;
  #pragma omp target_exit_data map(a) priority(1)
  bad |= a[0] != 9;
  puts(bad ? "bad" : "ok");
}
