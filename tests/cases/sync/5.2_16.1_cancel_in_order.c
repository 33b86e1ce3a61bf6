// env: OMP_CANCELLATION=true
// OpenMP 5.2 §16.1: cancel ends sections and loops of which a list item has what the last assignment leaves there
// (§5.4.5), which one thread may execute in their order.
#include <stdio.h>

static int failed;

static void expect(const char *what, int ok, int got)
{
  if (ok)
    return;
  printf("%s: %d\n", what, got);
  failed = 1;
}

int main(void)
{
  int a = 0, b = 0, c = 0, i, on = 1, off = 0;
#pragma omp target map(tofrom: a, b, c)
#pragma omp parallel num_threads(1)
  {
#pragma omp sections lastprivate(conditional: a)
    {
#pragma omp section
      {
        b++;
        a = 1;
      }
#pragma omp section
      {
#pragma omp cancel sections if(off)
        b++;
#pragma omp cancel sections if(on)
        b += 10;
      }
#pragma omp section
      b += 100;
    }
#pragma omp atomic
    c++;
  }
  expect("sections", b == 2, b);
  expect("behind the sections", c == 1, c);
  b = c = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp sections lastprivate(conditional: a)
    {
#pragma omp section
      {
#pragma omp atomic
        b++;
        a = 1;
#pragma omp cancellation point sections
      }
#pragma omp section
      {
#pragma omp cancel sections
#pragma omp atomic
        b += 10;
      }
    }
#pragma omp atomic
    c++;
  }
  expect("sections of the host", b <= 1, b);
  expect("behind them", c >= 1, c);
  b = c = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for lastprivate(conditional: a)
    for (i = 0; i < 100; i++) {
      if (i == 0) {
        a = i;
#pragma omp cancel for
#pragma omp atomic
        b += 1000;
      }
#pragma omp atomic
      b++;
    }
#pragma omp atomic
    c++;
  }
  expect("a loop of the host", b < 100, b);
  expect("behind it", c >= 1, c);
  puts(failed ? "failed" : "ok");
  return failed;
}
