// emulate: unset=off
// only: device
#include <stdio.h>
#include <string.h>

int main(void)
{
  /* Device storage is filled with one value first; from must not bring in the other. */
  static char a[1 << 16], seen;
  memset(a, 7, sizeof a);
  int same = 0;
#pragma omp target map(from: a) map(tofrom: same)
  {
    for (int i = 0; i < (int)sizeof a; i++)
      same += a[i] == 7;
    for (int i = 0; i < (int)sizeof a; i++)
      a[i] = 1;
  }
  seen = a[12345];
  puts(same < (int)sizeof a && seen == 1 ? "ok" : "from copies in");
  return 0;
}
