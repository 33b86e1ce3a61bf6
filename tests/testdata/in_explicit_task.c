// omp_in_explicit_task (OpenMP 5.2 §18.5.2) on the host: in tasks, tasks that are executed at once, tasks of
// regions in tasks, and in what is none.
#include <omp.h>
#include <stdio.h>
static int sum;
int where(void) { return omp_in_explicit_task(); }
int main(void)
{
  int r[12] = {0};
  r[0] = where();
#pragma omp task shared(r)
  r[1] = where();
#pragma omp taskwait
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
      r[2] = where();
#pragma omp task shared(r)
      {
        int before = where();
#pragma omp task if(0) shared(r)
        r[3] = where();
#pragma omp parallel num_threads(2) shared(r)
        {
          if (omp_get_thread_num() == 0)
            r[4] = where();
          else
            r[5] = where();
#pragma omp barrier
#pragma omp single
#pragma omp task shared(r)
          r[6] = where();
        }
        r[7] = before && where();
      }
#pragma omp taskloop shared(r, sum)
      for (int i = 0; i < 100; i++)
#pragma omp atomic
        sum += where();
      r[8] = where();
#pragma omp task final(1) shared(r)
      {
#pragma omp task shared(r)
        r[9] = where();
      }
    }
  }
  r[10] = where();
  for (int i = 0; i < 11; i++) printf("%d", r[i]);
  printf(" %d\n", sum);
  return 0;
}
