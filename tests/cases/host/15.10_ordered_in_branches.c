// Several ordered constructs in one loop body, of which an iteration executes one (5.2 §15.10.2).
#include <stdio.h>

static int list[200], n;

int main(void)
{
  int bad = 0;
#pragma omp parallel for ordered schedule(dynamic, 3) num_threads(4)
  for (int i = 0; i < 100; i++) {
    if (i % 3 == 0) {
#pragma omp ordered
      list[n++] = i;
    } else if (i % 3 == 1) {
#pragma omp ordered threads
      { list[n++] = i; }
    } else {
#pragma omp ordered
      for (int k = 0; k < 1; k++)
        list[n++] = i;
    }
  }
  for (int i = 0; i < 100; i++)
    bad += list[i] != i;
  n = 0;
#pragma omp parallel num_threads(3)
#pragma omp for ordered nowait
  for (int i = 0; i < 50; i++) {
    if (i & 1)
      continue;
    if (i < 20)
#pragma omp ordered
      list[n++] = i;
    else
#pragma omp ordered
      list[n++] = i + 1;
  }
  for (int i = 0; i < 25; i++)
    bad += list[i] != 2 * i + (i >= 10);
  puts(bad || n != 25 ? "bad" : "ok");
  return 0;
}
