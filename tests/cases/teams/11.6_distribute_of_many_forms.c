// only: device
// distribute alone and combined: who has which iteration, how many teams and threads there are (OpenMP 5.2 §10.2, §11.6).
#include <omp.h>
#include <stdio.h>

#include "../check.h"
#define N 960
int main(void)
{
  int own[N], nt = 0, tl = 0, sum = 0, firsts[64], fc = 0;
  #pragma omp target teams num_teams(3:5) thread_limit(20) map(tofrom: nt, tl, sum, fc) map(from: own, firsts)
  {
    int me = omp_get_team_num(), part = 0;
    if (me == 0) nt = omp_get_num_teams();
    #pragma omp distribute dist_schedule(static, 10)
    for (int i = 0; i < N; i++) own[i] = me;
    #pragma omp distribute parallel for num_threads(10) schedule(dynamic, 3) shared(part)
    for (int i = 0; i < N; i++) {
      #pragma omp atomic
      part += 1;
    }
    #pragma omp parallel num_threads(1000)
    {
      #pragma omp masked
      if (me == 0) tl = omp_get_num_threads();
    }
    #pragma omp atomic
    sum += part;
    int slot;
    #pragma omp atomic capture
    slot = fc++;
    firsts[slot] = me;
  }
  CHECK(nt >= 3 && nt <= 5 && tl >= 1 && tl <= 20 && sum == N && fc == nt);
  for (int i = 0; i < N; i++) CHECK(own[i] == i / 10 % nt);
  int seen = 0; for (int i = 0; i < nt; i++) seen |= 1 << firsts[i]; CHECK(seen == (1 << nt) - 1);
  int a[N], last = -1, lastj = -1;
  #pragma omp target teams map(from: a) map(tofrom: last, lastj) num_teams(4)
  {
    #pragma omp distribute lastprivate(last) collapse(2) firstprivate(nt) 
    for (int i = 0; i < N / 8; i++) for (int j = 0; j < 8; j++) { a[i * 8 + j] = nt * i + j; last = i; lastj = 7; }
  }
  CHECK(last == N / 8 - 1 && a[9] == nt + 1 && lastj == 7);
  #pragma omp target teams distribute num_teams(1000) thread_limit(1)
  for (int i = 0; i < N; i++) a[i] = i;
  CHECK(a[N - 1] == N - 1);
  #pragma omp target teams distribute parallel for dist_schedule(static, 32) schedule(static, 4) num_teams(4) num_threads(8)
  for (int i = N - 1; i >= 0; i -= 2) a[i] = -i;
  CHECK(a[N - 1] == 1 - N && a[N - 2] == N - 2);
  #pragma omp target teams distribute parallel for num_teams(nt + 1) thread_limit(nt * 8) if(nt > 100) num_threads(nt)
  for (int i = 0; i < N; i++) a[i] = omp_get_num_teams() * 100 + omp_get_num_threads();
  CHECK(a[0] >= 101);
  if (!errors)
    puts("ok");
  return errors != 0;
}
