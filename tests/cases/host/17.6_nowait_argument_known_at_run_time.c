// flags: -fopenmp-version=60
// gcc: no (nowait has no argument before 6.0)
// nowait(false) leaves the target task included: the encountering thread waits for it (6.0 §17.6).
#include <stdio.h>

static int evaluated;
static int later(int yes)
{
#pragma omp atomic
  evaluated++;
  return yes;
}

static int once(int yes)
{
  int x = 2;
#pragma omp target nowait(later(yes)) map(tofrom: x)
  x *= 3;
  int seen = x;
  if (yes) {
#pragma omp taskwait
    seen = x;
  }
#pragma omp target update to(x) nowait(later(yes)) depend(inout: x)
#pragma omp taskwait
  return seen;
}

int main(void)
{
  int bad = 0;
  for (int i = 0; i < 4; i++)
    bad += once(i & 1) != 6;
#pragma omp parallel num_threads(2) reduction(+ : bad)
  bad += once(0) != 6;
  puts(bad == 0 && evaluated == 12 ? "ok" : "bad");
  return 0;
}
