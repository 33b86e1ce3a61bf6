#include <stdio.h>

int counter = 5;
#pragma omp declare target enter(counter)

int main(void)
{
#pragma omp target
  counter += 10;
#pragma omp target update from(counter)
  puts(counter == 15 ? "ok" : "a declare target variable");
  return 0;
}
