// A kernel that does nothing but read a mapped variable atomically: the back end
// must not take it for a constant.
#include <stdio.h>

int main(void)
{
  int n = 5, turns = 0;
  double d = 2.5;
#pragma omp target map(to: n, d) map(from: turns)
  {
    int i = 0;
    while (1) {
      int stop;
      double x;
#pragma omp atomic read
      stop = n;
#pragma omp atomic read seq_cst
      x = d;
      if (++i >= stop + (int)x)
        break;
    }
    turns = i;
  }
  puts(turns == 7 ? "ok" : "wrong");
  return 0;
}
