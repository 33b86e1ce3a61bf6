// gcc: no (gcc-12 does not know metadirective)
/* OpenMP 5.2 §7.1, §7.4: the construct selectors of a metadirective see what the metadirective around it has become, which is
 * known at run time only: its text is another in each alternative. */
#include <omp.h>
#include <stdio.h>

static int nested(int mode, int n)
{
  int count = 0;
#pragma omp metadirective when(user={condition(mode == 0)}: parallel num_threads(3)) when(user={condition(mode == 1)}: parallel for num_threads(2) reduction(+: count))
  for (int i = 0; i < n; i++) {
#pragma omp metadirective when(construct={parallel, for}: nothing) when(construct={parallel}: single) otherwise(parallel num_threads(2))
    {
#pragma omp metadirective when(construct={parallel, for}: nothing) when(user={condition(i == 0)}, construct={parallel}: critical) otherwise(atomic)
      count += 1 + 10 * omp_get_num_threads();
    }
#pragma omp metadirective when(construct={for}: nothing) when(construct={parallel}: barrier) otherwise(taskwait)
  }
  return count;
}

static int teams(int n)
{
  int done = 0;
#pragma omp metadirective when(user={condition(n > 0)}: parallel num_threads(2)) otherwise(target teams num_teams(1) thread_limit(4) map(tofrom: done))
  {
#pragma omp metadirective when(construct={teams}: parallel num_threads(1)) otherwise(single)
    done += omp_get_num_threads();
  }
  return done;
}

int main(void)
{
  int a = nested(0, 4), b = nested(1, 4), c = nested(2, 4), d = teams(1), e = teams(0);
  puts(a == 124 && b == 84 && c == 168 && d == 2 && e == 1 ? "ok" : "wrong");
  if (a != 124 || b != 84 || c != 168 || d != 2 || e != 1) printf("%d %d %d %d %d\n", a, b, c, d, e);
  return 0;
}
