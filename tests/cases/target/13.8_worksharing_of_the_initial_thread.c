/* 5.2 §13.8: worksharing constructs alone in a region that the host executes bind to its initial thread, at level 0, with reduction,
 * lastprivate, copyprivate and linear. */
#include <omp.h>
#include <stdio.h>

static int shares(void)
{
  int sum = 0, last = 0, line = 5, first = 0, copy = 1, parts = 0, level = 9, bad = 0, section[3] = {0}, n = 2;
#pragma omp target if(0) map(tofrom: sum, last, line, first, parts, bad, section) map(from: level) firstprivate(copy)
  {
#pragma omp for reduction(+: sum) lastprivate(last) linear(line: 2)
    for (int i = 0; i < 8; i++) {
      bad += line != 5 + 2 * i || omp_get_level() != 0 || omp_in_parallel();
      sum += i, last = i, line += 2;
    }
#pragma omp sections reduction(+: parts) lastprivate(first)
    {
      parts += 1, first = 1;
#pragma omp section
      parts += 2, first = 2;
    }
    int local = 2;
#pragma omp single copyprivate(local, copy)
    local += copy, copy = 4;
    bad += local != 3 || copy != 4;
#pragma omp for reduction(+: section[1:n]) schedule(dynamic) collapse(2)
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < 2; k++)
        section[1 + k]++;
    level = omp_get_level();
  }
  return level == 0 && !bad && first == 2 && copy == 1 && sum == 28 && last == 7 && line == 21 && parts == 3 && section[1] == 4 && section[2] == 4;
}

int main(void)
{
  int right = shares();
#pragma omp parallel num_threads(2) reduction(+: right)
  right += shares();
  printf(right == 3 ? "ok\n" : "wrong %d\n", right);
  return 0;
}
