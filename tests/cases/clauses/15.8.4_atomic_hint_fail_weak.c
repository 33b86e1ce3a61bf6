#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 0, y = 4, done = 0;
#pragma omp target map(tofrom: x, y, done)
  {
#pragma omp atomic hint(omp_sync_hint_uncontended)
    x += 1;
#pragma omp atomic compare fail(relaxed) seq_cst
    if (y == 4) { y = 9; }
    int e = 9;
#pragma omp atomic compare weak
    if (y == e) { y = 10; }
    done = 1;
  }
  puts(x == 1 && (y == 9 || y == 10) && done == 1 ? "ok" : "hint, fail and weak");
  return 0;
}
