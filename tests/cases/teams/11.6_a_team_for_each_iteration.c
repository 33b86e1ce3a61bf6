// The kernels are one distribute loop each: a league may have a team for each
// iteration, fewer, or more.
#include <stdio.h>

static int a[40][70], last = -1, missing;

static int rows(int n, int m, int teams, int limit)
{
  int wrong = 0;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 70; j++)
      a[i][j] = 1;
#pragma omp target teams distribute num_teams(teams) thread_limit(limit) map(tofrom: a)
  for (int i = 0; i < n; i++) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += i + j;
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      a[i][j] = sum;
  }
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 70; j++)
      wrong += a[i][j] != (i < n && j < m ? m * i + m * (m - 1) / 2 : 1);
  return wrong;
}

// Tiles: each thread takes as many elements, and the next tile follows at once.
static int tiles(int n)
{
  static int b[70][70];
  int wrong = 0;
  for (int i = 0; i < 70; i++)
    for (int j = 0; j < 70; j++)
      b[i][j] = 100 * i + j;
#pragma omp target teams distribute collapse(2) thread_limit(64) lastprivate(last) map(tofrom: b) map(to: n)
  for (int x = 0; x < n; x += 16)
    for (int y = 0; y < n; y += 16) {
      int tile[16][16];
#pragma omp parallel for collapse(2)
      for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
          tile[i][j] = x + i < n && y + j < n ? b[x + i][y + j] : -1;
      last = x * 100 + y;
#pragma omp parallel for collapse(2)
      for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
          if (x + i < n && y + j < n)
            b[x + i][y + j] = tile[15 - i][j] < 0 ? -1 : tile[15 - i][j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int from = i / 16 * 16 + 15 - i % 16;
      wrong += b[i][j] != (from < n ? 100 * from + j : -1);
    }
  return wrong;
}

static long triangle(int n)
{
  long sum = 0;
#pragma omp target teams distribute collapse(2) map(tofrom: sum)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
#pragma omp atomic update
      sum += i * 1000 + j;
  return sum;
}

int main(void)
{
  for (int n = 0; n <= 40; n += 20)
    for (int teams = 0; teams < 3; teams++)
      missing += rows(n, 69, teams == 0 ? 7 : teams == 1 ? 40 : 64, n == 20 ? 32 : 256);
  int wrong = tiles(50), end = last;
  long want = 0;
  for (int i = 0; i < 30; i++)
    for (int j = i; j < 30; j++)
      want += i * 1000 + j;
  want -= triangle(30);
  if (missing || wrong || end != 4848 || want)
    printf("rows: %d, tiles: %d, last %d, triangle: %ld\n", missing, wrong, end, want);
  else
    puts("ok");
  return 0;
}
