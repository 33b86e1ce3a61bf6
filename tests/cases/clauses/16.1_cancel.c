// env: OMP_CANCELLATION=true
#include <stdio.h>

int main(void)
{
  int found = -1, on = 1;
#pragma omp target map(tofrom: found)
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < 1000; i++) {
      if (i == 500) {
#pragma omp atomic write
        found = i;
#pragma omp cancel for if(on)
      }
#pragma omp cancellation point for
    }
  }
  puts(found == 500 ? "ok" : "cancel");
  return 0;
}
