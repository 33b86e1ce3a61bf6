// Thread-local variables of another file: by name, of unknown size, through functions.
#include <omp.h>
#include <stdio.h>
#pragma omp begin declare target
extern _Thread_local int total;
extern __thread int many[];
int add(int);
int (*by(int))(int);
int *address(void);
_Thread_local struct { int a, b; } pair = { .b = 4 };
int read(void) { return pair.a * 10 + pair.b; }
#pragma omp end declare target
int main(void) {
  int n[64] = { 0 }, bad = 0, sum = 0, t = 0;
  #pragma omp target teams distribute parallel for num_teams(4) thread_limit(8) map(tofrom: n)
  for (int i = 0; i < 64; i++) {
    total = i;
    *address() += 1;
    n[i] = total + many[2];
  }
  for (int i = 0; i < 64; i++) sum += n[i] == i + 43;
  #pragma omp target teams num_teams(3) thread_limit(16) map(tofrom: bad) reduction(+: t)
  {
    total = omp_get_team_num();
    int mine = total;
    int (*f)(int) = by(omp_get_team_num());
    f(2);
    mine += 2;
    if (total != mine) bad = 1;
    pair.a = 3;
    int inside = 0;
    #pragma omp parallel num_threads(16) reduction(+: inside)
    {
      if (omp_get_thread_num()) pair.a = 0, total = 100;
      f(omp_get_thread_num());
      pair.a += 1;
      inside += total + read();
    }
    t += inside;
    if (read() != 44) bad = 2;
  }
  printf("%d %d %d\n", sum, bad, t);
}
