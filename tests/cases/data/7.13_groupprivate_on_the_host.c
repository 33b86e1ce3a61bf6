// gcc: no (gcc-12 does not know groupprivate)
// OpenMP 6.0 §7.13: a league's teams on the host are contention groups with their own
// copies, in their parallel regions and in functions that these call; what is around the
// league has another one. It does not matter whether one team after the other is executed.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h> // has a parameter whose declarator is in no scope

struct pair {
  int counter, other;
};
static int counter;
static struct pair both;
double part[4];
#pragma omp groupprivate(counter, both, part)

static void bump(struct pair *p)
{
#pragma omp atomic
  counter++;
#pragma omp atomic
  p->counter++;
#pragma omp atomic
  part[1] += 1;
}

static int local(int add)
{
  int now;
  static int mine;
#pragma omp groupprivate(mine)
#pragma omp atomic capture
  {
    mine += add;
    now = mine;
  }
  return now;
}

static int groups(int run)
{
  struct pair sums[8] = {{0}};
  double parts[8] = {0};
  int kept[8] = {0}, teams = 0, bad = 0;
  counter = -7;
  both.counter = -8;
  part[1] = -9;
  int before = local(0);
#pragma omp teams num_teams(4) thread_limit(3) default(none) shared(sums, parts, teams, kept) firstprivate(run)
  {
    int t = omp_get_team_num();
    counter = 100 * t + run;
    both = (struct pair){1000 * t, t};
    for (int i = 0; i < 4; i++)
      part[i] = 0;
    local(10000 * (t + 1) - local(0)); /* what it has is not known */
#pragma omp parallel num_threads(3) default(none) shared(kept) firstprivate(t)
    {
      for (int i = 0; i < 50; i++)
        bump(&both);
      local(1);
#pragma omp barrier
#pragma omp master
      kept[t] = local(0) - 10000 * (t + 1);
    }
    sums[t].counter = counter - 100 * t - run;
    sums[t].other = both.counter - 1000 * t + both.other - t;
    parts[t] = part[1];
    if (t == 0)
      teams = omp_get_num_teams();
  }
  int threads = kept[0];
  for (int t = 0; t < teams; t++)
    if (kept[t] < 1 || sums[t].counter != 50 * kept[t] || sums[t].other != 50 * kept[t] || parts[t] != 50 * kept[t])
      bad += printf("team %d of %d: %d %d %g by %d threads\n", t, teams, sums[t].counter, sums[t].other, parts[t], kept[t]);
  if (teams > 1 && (counter != -7 || both.counter != -8 || part[1] != -9 || local(0) != before))
    bad += printf("outside: %d %d %g\n", counter, both.counter, part[1]);
  return bad + (threads < 1);
}

int main(void)
{
  int bad = 0;
  for (int run = 0; run < 20; run++)
    bad += groups(run);
  puts(bad ? "teams share a copy" : "ok");
  return 0;
}
