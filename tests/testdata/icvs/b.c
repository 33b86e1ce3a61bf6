// Nothing in this file sets an ICV; what a.c sets holds for its parallel regions too.
#include <omp.h>
#include <stdio.h>

#pragma omp begin declare target
void set(int threads, int levels);
int count(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  {
#pragma omp barrier
    n++;
  }
  return n;
}
void chunks(int *who, int n) {
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; i++)
    who[i] = omp_get_thread_num();
}
#pragma omp end declare target

int main(void) {
  int own = 0, called = 0, none = 0, clause = 0, who[12], groups = 0, first = 0, next = 0;
#pragma omp target map(from : own, called, none, clause, who, first)
  {
    first = count();
    set(5, -1);
#pragma omp parallel
    {
#pragma omp barrier
      if (omp_get_thread_num() == 0)
        own = omp_get_num_threads();
    }
    called = count();
    chunks(who, 12);
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 0)
      clause = omp_get_num_threads();
    set(7, 0);
    none = count();
  }
  for (int i = 0; i < 12; i += 3)
    groups += who[i] == who[i + 1] && who[i] == who[i + 2];
#pragma omp target map(from : next)
  next = count(); // another region: its own ICVs
  printf("%d %d %d %d %d %d\n", own, called, clause, none, groups, next == first);
}
