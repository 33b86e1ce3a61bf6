#include <stdio.h>

enum { WIDTH = 5 };
#define SCALE 1.25
static const char letters[] = "xyz";
#pragma omp declare target
static const char *const words[] = {"one", "two"};
#pragma omp end declare target

int main(void)
{
  double r = 0;
  int c = 0;
#pragma omp target map(from: r, c)
  {
    r = WIDTH * SCALE;
    c = letters[1] + words[1][0];
  }
  puts(r == 6.25 && c == 'y' + 't' ? "ok" : "constants");
  return 0;
}
