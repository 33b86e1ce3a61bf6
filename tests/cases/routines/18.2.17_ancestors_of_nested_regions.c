// gcc: no (the host nests regions only if it is told to)
// only: device
// OpenMP 5.2 §18.2.17, §18.2.18: the ancestors of a thread in a nested region are those in the regions around, also where
// the nested one is executed by a team of one.
#include <omp.h>
#include <stdio.h>

enum { THREADS = 3 };

static int failed;

static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}

struct answers {
  int own, level, nums[5], sizes[5];
};

#pragma omp begin declare target
static void ask(struct answers *a)
{
  a->level = omp_get_level();
  for (int l = 0; l < 5; l++) {
    a->nums[l] = omp_get_ancestor_thread_num(l - 1);
    a->sizes[l] = omp_get_team_size(l - 1);
  }
}

static void nest(struct answers *a)
{
#pragma omp parallel num_threads(2) if(0)
  ask(a);
}
#pragma omp end declare target

static void check(const char *how, struct answers *a, int levels, int size)
{
  printf("%s\n", how);
  for (int t = 0; t < size; t++) {
    expect("own", a[t].own, t);
    expect("level", a[t].level, levels);
    for (int l = -1; l < 4; l++) {
      int valid = l >= 0 && l <= levels;
      expect("ancestor", a[t].nums[l + 1], !valid ? -1 : l == 1 ? t : 0);
      expect("size", a[t].sizes[l + 1], !valid ? -1 : l == 1 ? size : 1);
    }
  }
}

int main(void)
{
  struct answers here[THREADS] = {0}, called[THREADS] = {0}, asked[THREADS] = {0}, outside[1] = {0};
  int size = 0;
#pragma omp target map(tofrom: here, called, asked, outside, size)
  {
#pragma omp parallel num_threads(THREADS)
    {
      int me = omp_get_thread_num();
#pragma omp masked
      size = omp_get_num_threads();
      here[me].own = called[me].own = asked[me].own = me;
      nest(&called[me]);
#pragma omp parallel num_threads(2)
      ask(&asked[me]);
#pragma omp parallel if(0)
#pragma omp parallel num_threads(1)
      {
        here[me].level = omp_get_level();
        for (int l = 0; l < 5; l++) {
          here[me].nums[l] = omp_get_ancestor_thread_num(l - 1);
          here[me].sizes[l] = omp_get_team_size(l - 1);
        }
      }
    }
    nest(outside);
  }
  check("here", here, 3, size);
  check("called", called, 2, size);
  check("asked", asked, 2, size);
  check("outside", outside, 1, 1);
  puts(failed ? "failed" : "ok");
  return failed;
}
