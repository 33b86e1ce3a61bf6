// gcc: no (gcc-12 does not know taskgraph)
// flags: -fopenmp-version=60
// env: OMP_TOOL=disabled
/* OpenMP 6.0 §14.3: a replay executes the recorded tasks, not the block. What tasks capture has the value of the replay,
 * unless it is saved. */
#include "../check.h"

static int blocks;

static void captured(void)
{
  int saved = 0, fresh = 0, sum = 0, sums = 0;
  blocks = 0;
  for (int r = 1; r <= 4; r++) {
    saved = fresh = r;
#pragma omp taskgraph
    {
      blocks++;
#pragma omp task firstprivate(saved: saved) firstprivate(fresh) shared(sum, sums) depend(out: sum)
      {
        sum += fresh;
        sums += saved;
        fresh = saved = 100; /* copies: the next replay begins anew */
      }
    }
  }
  EQ(blocks, 1);
  EQ(sum, 10);
  EQ(sums, 4);
}

/* Each value of graph_id has its record; graph_reset drops it, and if(0) neither records nor replays. */
static void clauses(void)
{
  int runs = 0;
  blocks = 0;
  for (int r = 0; r < 6; r++) {
#pragma omp taskgraph graph_id(r % 2) graph_reset(r == 4)
    {
      blocks++;
#pragma omp task shared(runs)
      runs++;
    }
  }
  EQ(blocks, 3);
  EQ(runs, 6);
  for (int r = 0; r < 3; r++) {
#pragma omp taskgraph if(r == 3)
    {
      blocks++;
#pragma omp task shared(runs)
      runs++;
#pragma omp task shared(runs) replayable(0)
      runs++;
    }
  }
  EQ(blocks, 6);
  EQ(runs, 12);
}

static void push(int *to, int v)
{
#pragma omp task replayable firstprivate(to, v) depend(inout: *to)
  *to = 10 * *to + v;
#pragma omp task firstprivate(to) depend(inout: *to) /* not replayable */
  *to += 0;
}

/* Tasks of a team, in the order of their dependences; also those of a called function. */
static void team(void)
{
  int digits[4] = {0}, total = 0;
  blocks = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int r = 0; r < 3; r++) {
#pragma omp taskgraph
    {
      blocks++;
      for (int i = 0; i < 4; i++) {
        push(&digits[i], 1);
        push(&digits[i], 2);
      }
#pragma omp taskwait
#pragma omp task shared(total)
      for (int i = 0; i < 4; i++)
        total += digits[i];
    }
  }
  EQ(blocks, 1);
  EQ(digits[3], 121212);
  EQ(total, 4 * (12 + 1212 + 121212));
}

/* Of the second size is another record: what decides which storage a task works on is the same in a replay. */
static void storage(void)
{
  int a[2][8] = {{0}};
  blocks = 0;
  for (int r = 0; r < 8; r++) {
    int *p = a[r % 2], n = r < 4 ? 4 : 8;
#pragma omp taskgraph nogroup
    {
      blocks++;
#pragma omp task depend(out: p[n - 1])
      p[n - 1]++;
    }
#pragma omp taskwait
  }
  EQ(blocks, 4);
  EQ(a[0][3] + 10 * a[0][7] + 100 * a[1][3] + 1000 * a[1][7], 2222);
}

static void device(void)
{
  enum { N = 64 };
  int x[N], y[N], *p = x, *q = y;
  for (int i = 0; i < N; i++)
    x[i] = y[i] = i;
  blocks = 0;
#pragma omp target data map(tofrom: x, y)
  for (int r = 0; r < 6; r++) {
#pragma omp taskgraph
    {
      blocks++;
#pragma omp target teams distribute parallel for nowait map(p[:N], q[:N]) depend(out: q[0])
      for (int i = 0; i < N; i++)
        q[i] = p[i] + 1;
#pragma omp target teams distribute parallel for nowait map(p[:N], q[:N]) depend(in: q[0]) depend(out: p[0])
      for (int i = 0; i < N; i++)
        p[i] = 2 * q[i];
#pragma omp target update from(q[:1]) nowait depend(in: q[0])
    }
    EQ(q[0], r + 1);
    int *t = p;
    p = q;
    q = t;
  }
  EQ(blocks, 2);
  EQ(x[3], 9);
  EQ(y[3], 18);
}

int main(void)
{
  captured();
  clauses();
  team();
  storage();
  device();
  END;
}
