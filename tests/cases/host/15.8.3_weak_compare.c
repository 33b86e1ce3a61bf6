#include <stdio.h>

/* clang leaves a weak compare out, and says nothing. */
int main(void)
{
  int x = 3, seen = -1;
  long y = 5;
  for (int i = 0; i < 100 && x == 3; i++) {
#pragma omp atomic compare weak fail(relaxed) acquire
    if (x == 3) { x = 4; }
  }
  for (int i = 0; i < 100 && y != 6; i++) {
#pragma omp atomic compare weak, seq_cst
    y = y == 5 ? 6 : y;
  }
#pragma omp atomic compare capture weak
  { seen = x; if (x == 9) { x = 10; } }
  puts(x == 4 && y == 6 && seen == 4 ? "ok" : "weak compare on the host");
  return 0;
}
