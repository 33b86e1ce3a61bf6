#include <stdio.h>

int main(void)
{
  int a[16], s = 0;
  for (int i = 0; i < 16; i++)
    a[i] = i;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target enter data nowait map(to: a) depend(out: a)
#pragma omp target nowait depend(inout: a)
    for (int i = 0; i < 16; i++)
      a[i] *= 2;
#pragma omp target update nowait from(a) depend(inout: a)
#pragma omp task depend(in: a) shared(a, s)
    for (int i = 0; i < 16; i++)
      s += a[i];
#pragma omp target exit data nowait map(delete: a) depend(inout: a)
#pragma omp taskwait
  }
  puts(s == 240 ? "ok" : "a pipeline of target tasks");
  return 0;
}
