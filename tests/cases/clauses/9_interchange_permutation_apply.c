// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// permutation and apply in device code (6.0 §11.1, §11.4).
#include <stdio.h>
#include <string.h>

int main(void)
{
  char log[64] = "", *p = log;
#pragma omp target map(tofrom: log)
  {
    int n = 0;
#pragma omp interchange permutation(3, 1, 2)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++)
          log[n++] = 'a' + 4 * i + 2 * j + k;
#pragma omp interchange apply(interchanged(1): reverse)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        log[n++] = 'A' + 2 * i + j;
#pragma omp reverse apply(nothing)
    for (int i = 0; i < 3; i++)
      log[n++] = '0' + i;
#pragma omp nothing apply(nothing)
    log[n++] = '.';
    log[n] = 0;
  }
  puts(strcmp(log, "acegbdfhBDAC210.") ? log : "ok");
  return p != log;
}
