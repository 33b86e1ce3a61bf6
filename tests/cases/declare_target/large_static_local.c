// gcc: no (gcc 12 puts the variable on the stack)
// gpu: no (the emulated device's memory has a shadow; 80 MiB of it take long)
// A static variable of a target region may be large: it is the image's.
#include <stdio.h>

enum { N = 20 << 20 };

int main(void)
{
  int bad = 1;
#pragma omp target map(tofrom: bad)
  {
    static int big[N];
    for (int i = 0; i < N; i += 1 << 18)
      big[i] += i + 3;
    big[N - 1] += 4;
    bad = big[0] != 3 || big[N - 1] != 4 || big[1 << 18] != (1 << 18) + 3 || big[5] != 0;
  }
  puts(bad ? "wrong" : "ok");
  return 0;
}
