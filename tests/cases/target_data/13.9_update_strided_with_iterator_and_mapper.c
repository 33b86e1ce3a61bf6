// gcc: no (gcc-12 has no iterators in motion clauses)
/* OpenMP 5.2 §5.9, §3.2.6, §5.8.8: motion clauses with an iterator whose sections have
 * strides that the iterator chooses, shaped pointers, and mappers for the elements of a
 * section with a stride. What is between the elements is left alone. */
#include <omp.h>
#include <stdio.h>

enum { R = 6, C = 21 };

struct cell {
  int n, *data, other;
};
#pragma omp declare mapper(part : struct cell c) map(c.n, c.data[0:2])

static int data[R][C], grid[R][C], store[8][2], calls;
static struct cell cells[8];

static int counted(int x)
{
  calls++;
  return x;
}

/* What each element should be: written by the device (2) or not (1). */
static int wrong(const char *what, int is, int host, int changed)
{
  int want = changed ? host + 1000 : host;
  if (is == want)
    return 0;
  printf("%s: %d, expected %d\n", what, is, want);
  return 1;
}

int main(void)
{
  int *row[R], bad = 0, host = 0;
  int *flat = &grid[0][0], rows = R;
#pragma omp target map(from: host)
  host = omp_is_initial_device();
  for (int i = 0; i < R; i++) {
    row[i] = data[i];
    for (int j = 0; j < C; j++)
      data[i][j] = grid[i][j] = 100 * i + j;
  }
  for (int i = 0; i < 8; i++)
    cells[i] = (struct cell){i, store[i], 10 * i};
#pragma omp target enter data map(to: data, grid, row, cells, store, flat[0:R * C])
#pragma omp target enter data map(iterator(i = 0 : 8), to: cells[i].data[0:2])
#pragma omp target map(present, alloc: data, grid, cells, store)
  {
    for (int i = 0; i < R; i++)
      for (int j = 0; j < C; j++) {
        data[i][j] += 1000;
        grid[i][j] += 1000;
      }
    for (int i = 0; i < 8; i++) {
      cells[i].n += 1000;
      cells[i].other += 1000;
      store[i][0] += 1000;
      store[i][1] += 1000;
    }
  }
  if (host) { /* there is one copy of everything */
    puts("ok");
    return 0;
  }

#pragma omp target update from(iterator(i = 1 : R : 2) : row[i][i : counted(3) : i + 1])
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      bad += wrong("iterator", data[i][j], 100 * i + j, i % 2 && j >= i && (j - i) % (i + 1) == 0 && (j - i) / (i + 1) < 3);

#pragma omp target update from(iterator(unsigned short i = 0 : 3, j = 0 : 2) : grid[i * 2 : 1][j * 10 : 3 : 3]) if (rows > 5)
#pragma omp target update from(iterator(i = 3 : 5) : (([rows][C])flat)[i][20 : 1]) nowait
#pragma omp taskwait
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++) {
      int some = i % 2 == 0 && (j % 10 == 0 || j % 10 == 3 || j % 10 == 6) && j < 20;
      bad += wrong("two iterators", grid[i][j], 100 * i + j, some || (i >= 3 && i < 5 && j == 20));
    }

#pragma omp target update from(mapper(part) : cells[1:3:2])
  for (int i = 0; i < 8; i++) {
    int some = i == 1 || i == 3 || i == 5;
    bad += wrong("mapper", cells[i].n, i, some) + wrong("mapped data", store[i][1], 0, some) + (cells[i].other != 10 * i);
  }
#pragma omp target update from(iterator(k = 0 : 2), mapper(part) : cells[k * 6 : 2 - k : 2])
  for (int i = 0; i < 8; i++) {
    int some = i == 1 || i == 3 || i == 5 || i == 0 || i == 2 || i == 6;
    bad += wrong("mapper and iterator", cells[i].n, i, some) + wrong("mapped data", store[i][0], 0, some);
  }

  /* Back again, other values: only what is sent arrives. */
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      data[i][j] = -1;
#pragma omp target update to(iterator(i = R - 1 : -1 : -1) : data[i][0 : (C + i) / (i + 1) : i + 1])
#pragma omp target map(present, alloc: data) map(tofrom: bad)
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      bad += data[i][j] != (j % (i + 1) == 0 ? -1 : 100 * i + j + 1000);
  bad += calls < 1;
  puts(bad ? "strided motion" : "ok");
  return 0;
}
