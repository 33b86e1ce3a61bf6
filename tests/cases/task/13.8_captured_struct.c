#include <stdio.h>

struct job { int id; double w[2]; };

int main(void)
{
  double r[4] = {0};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    struct job j;
    for (int k = 0; k < 4; k++) {
      j.id = k;
      j.w[0] = k / 2.0;
      j.w[1] = 1;
#pragma omp target nowait map(from: r[k:1]) firstprivate(j, k)
      r[k] = j.id + j.w[0] + j.w[1];
    }
    j.id = 99;
#pragma omp taskwait
  }
  puts(r[0] == 1 && r[1] == 2.5 && r[3] == 5.5 ? "ok" : "a firstprivate structure");
  return 0;
}
