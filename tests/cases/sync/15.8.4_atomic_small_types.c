#include <stdio.h>

int main(void)
{
  unsigned char c = 0;
  short s = 0;
#pragma omp target map(tofrom: c, s)
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 300; i++) {
#pragma omp atomic
    c += 1;
#pragma omp atomic
    s += 2;
  }
  puts(c == 300 % 256 && s == 600 ? "ok" : "atomic char and short");
  return 0;
}
