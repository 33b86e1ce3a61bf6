#include <stdio.h>

int table[16];

int main(void)
{
#pragma omp target map(from: table)
  for (int i = 0; i < 16; i++)
    table[i] = i * 3;
  puts(table[15] == 45 ? "ok" : "a global array");
  return 0;
}
