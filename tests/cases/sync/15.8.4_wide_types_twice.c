// Atomic updates of objects that no instruction updates: the second one of an iteration sees what others did since the first.
#include <stdio.h>
#ifdef GPU
#define REAL double
enum { ROUNDS = 1, N = 300 };
#else
#define REAL long double
enum { ROUNDS = 30, N = 20000 };
#endif

int main(void) {
  int bad = 0;
  for (int r = 0; r < ROUNDS; r++) {
    REAL x = 0;
    __int128 y = 0;
    #pragma omp target teams distribute parallel for num_teams(8) map(tofrom: x, y)
    for (int i = 0; i < N; i++) {
      #pragma omp atomic
      x += 1;
      #pragma omp atomic
      y += 1;
      #pragma omp atomic
      x += 2;
      #pragma omp atomic
      y += 2;
    }
    bad += x != 3 * N || y != 3 * N;
  }
  puts(bad ? "lost updates" : "ok");
}
