// OpenMP 5.2 §10.2, §11.6, §5.5.8: a loop in braces, behind locals of its team and in a teams
// construct that reduces the same variables does what the combined construct does.
#include <stdio.h>
#include <omp.h>

enum { N = 3000 };
static int x[N], y[N];

int main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = (i * 37) % 101;

  // A bound that the region computes, from a variable that it changes.
  int n = N, bad = 0;
  #pragma omp target map(to: x) map(tofrom: y)
  {
    #pragma omp teams firstprivate(n)
    {
      n = n / 2;
      int half = n, k = 3;
      {
        #pragma omp distribute parallel for
        for (int i = 0; i < half; i++)
          y[i] += k * x[i] + n;
      }
    }
  }
  for (int i = 0; i < N; i++)
    bad += y[i] != (i < N / 2 ? 3 * x[i] + N / 2 : 0);
  printf("%d wrong\n", bad);

  // A value that each team computes for itself.
  #pragma omp target map(tofrom: y)
  {
    #pragma omp teams num_teams(4)
    {
      int teams = omp_get_num_teams();
      #pragma omp distribute parallel for
      for (int i = 0; i < N; i++)
        y[i] = teams;
    }
  }
  for (int i = 1; i < N; i++)
    bad += y[i] != y[0];
  printf("%d wrong, %d\n", bad, y[0] >= 1 && y[0] <= 4);

  // The teams and the loop reduce the same variables.
  long sum = 5, most = -1;
  unsigned bits = 0;
  #pragma omp target map(tofrom: sum, most, bits)
  #pragma omp teams reduction(+: sum) reduction(max: most) reduction(|: bits)
  {
    #pragma omp distribute parallel for reduction(|: bits) reduction(max: most) reduction(+: sum)
    for (int i = 0; i < N; i++) {
      sum += x[i];
      most = x[i] > most ? x[i] : most;
      bits |= x[i];
    }
  }
  printf("%ld %ld %u\n", sum, most, bits);

  // Other operators, or statements beside the loop: not the same.
  long both = 1, once = 0;
  #pragma omp target map(tofrom: both, once)
  #pragma omp teams reduction(+: both, once) num_teams(3) thread_limit(64)
  {
    #pragma omp distribute parallel for reduction(+: both)
    for (int i = 0; i < N; i++)
      both += 2;
    once++;
  }
  printf("%ld %d\n", both, once >= 1 && once <= 3);
  long least = 1000;
  #pragma omp target teams reduction(min: least) map(tofrom: least)
  {
    long part = 0;
    #pragma omp distribute parallel for reduction(+: part)
    for (int i = 0; i < N; i++)
      part += i == N - 1 ? -7 : 0;
    least = part < least ? part : least;
  }
  printf("%ld\n", least);

  // A loop of the teams whose iterations have a parallel loop, in braces.
  #pragma omp target map(tofrom: y)
  {
    #pragma omp teams
    {
      int scale = 2;
      #pragma omp distribute
      for (int i = 0; i < N / 30; i++) {
        int base = 30 * i;
        #pragma omp parallel
        {
          #pragma omp for
          for (int j = 0; j < 30; j++)
            y[base + j] = scale * (base + j);
        }
      }
    }
  }
  bad = 0;
  for (int i = 0; i < N; i++)
    bad += y[i] != 2 * i;
  printf("%d wrong\n", bad);
  return 0;
}
