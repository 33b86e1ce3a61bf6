// Tasks take part in the reductions of loops and sections that have a conditional list item.
#include <stdio.h>
int main(void)
{
  int sum = 0, all = 0, product = 1, last = -1, of_loop = -1, parts = 0, of_section = -1;
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static) lastprivate(conditional: last) reduction(task, +: sum, all) reduction(task, *: product)
    for (int i = 0; i < 10; i++) {
#pragma omp taskgroup
      {
#pragma omp task in_reduction(+: sum, all)
        sum += i, all++;
#pragma omp task in_reduction(*: product)
        product *= i == 4 ? 3 : 1;
      }
      if (i % 3 == 1) last = i;
    }
#pragma omp sections lastprivate(conditional: of_section) reduction(task, +: parts)
    {
#pragma omp section
      {
#pragma omp taskgroup
        {
#pragma omp task in_reduction(+: parts)
          parts += 5;
        }
        of_section = 1;
      }
#pragma omp section
      parts += 2;
    }
  }
  int own = 0;
#pragma omp parallel for num_threads(4) lastprivate(conditional: of_loop) reduction(task, +: own)
  for (int i = 0; i < 8; i++) {
#pragma omp taskgroup
    {
#pragma omp task in_reduction(+: own)
      own += 2;
    }
    if (i < 5) of_loop = i;
  }
  if (sum != 45 || all != 10 || product != 3 || last != 7 || parts != 7 || of_section != 1 || own != 16 || of_loop != 4)
    printf("%d %d %d %d %d %d %d %d\n", sum, all, product, last, parts, of_section, own, of_loop);
  else
    printf("ok\n");
  return 0;
}
