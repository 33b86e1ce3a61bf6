#include <stdbool.h>
#include <stdio.h>

enum color { red, green = 7 };

int main(void)
{
  enum color c = green;
  bool b = true;
  int got = 0;
#pragma omp target map(from: got)
  got = c + b;
  puts(got == 8 ? "ok" : "enum and bool are scalars");
  return 0;
}
