#include <stdio.h>

int main(void)
{
  int data = 0, flag = 0, got = -1;
#pragma omp target map(tofrom: data, flag, got)
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      data = 42;
#pragma omp flush
#pragma omp atomic write
      flag = 1;
    }
#pragma omp section
    {
#pragma omp flush
      got = 0;
    }
  }
  puts(data == 42 && flag == 1 && got == 0 ? "ok" : "flush");
  return 0;
}
