// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8, §5.4.4, §5.8.3: variable length arrays and pointers to them in reverse-offload regions have the
 * sizes that they were declared with, of one and more dimensions, mapped as a whole and by sections, and copied. */
#include <stdio.h>
#pragma omp requires reverse_offload

static int checks, failures;

static void expect(const char *what, int ok)
{
  checks++;
  if (!ok) printf("%s\n", what), failures++;
}
#pragma omp declare target device_type(host) enter(expect)

#pragma omp begin declare target
/* In a device routine, which the host calls as well: parameters are pointers to variable length arrays. */
static long in_routine(int rows, int columns, double table[rows][columns])
{
  long row[columns], sum = 0;
  for (int i = 0; i < columns; i++) row[i] = i;
#pragma omp target device(ancestor: 1) map(tofrom: row, table[0:rows])
  {
    expect("sizes in a routine", sizeof row == columns * sizeof(long) && sizeof table[0] == columns * sizeof(double));
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) row[j] += (long)table[i][j];
    table[rows - 1][0] = -7;
  }
  for (int i = 0; i < columns; i++) sum += row[i];
  return sum + (table[rows - 1][0] == -7 ? 0 : 1000);
}
#pragma omp end declare target

static int everything(int n, int device)
{
  int wrong = 0;
#pragma omp target map(tofrom: wrong) firstprivate(n) if(device)
  {
    int size = n, v[size], m[n][n + 1], big[n * 2000], last = 0;
    typedef short line[n + 3];
    line text;
    size = 1; /* the array keeps its length */
    for (int i = 0; i < n; i++) v[i] = i * i;
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= n; j++) m[i][j] = 10 * i + j;
    for (int i = 0; i < n * 2000; i++) big[i] = i;
    for (int i = 0; i < n + 3; i++) text[i] = (short)(i + 1);

    /* Aggregates are tofrom (5.2 §5.8.7). */
#pragma omp target device(ancestor: 1) map(from: last)
    {
      expect("implicit", sizeof v == n * sizeof(int) && v[2] == 4 && size == 1);
      expect("implicit, two dimensions", sizeof m == n * (n + 1) * sizeof(int) && sizeof m[0] == (n + 1) * sizeof(int) && m[2][n] == 20 + n);
      expect("type of the address", (char *)(&v + 1) - (char *)&v == (long)sizeof v);
      last = v[n - 1];
      v[1] = 100, m[n - 1][n] = -1;
    }
    wrong += last != (n - 1) * (n - 1) || v[1] != 100 || v[2] != 4 || m[n - 1][n] != -1 || m[1][0] != 10;

    /* Firstprivate: copies. */
#pragma omp target device(ancestor: 1) firstprivate(v, m, text)
    {
      expect("firstprivate", sizeof v == n * sizeof(int) && v[1] == 100 && v[n - 1] == (n - 1) * (n - 1));
      expect("firstprivate, two dimensions", m[1][2] == 12 && m[n - 1][n] == -1);
      expect("firstprivate of a type's name", sizeof text == (n + 3) * sizeof(short) && text[n + 2] == n + 3);
      v[0] = 55, m[0][0] = 55, text[0] = 55;
    }
    wrong += v[0] != 0 || m[0][0] != 0 || text[0] != 1;

    /* What comes back alone, what is private, and more than goes at once. */
#pragma omp target device(ancestor: 1) map(from: text) private(v) map(tofrom: big)
    {
      for (int i = 0; i < n; i++) v[i] = -5;
      for (int i = 0; i < n + 3; i++) text[i] = (short)(2 * i + (v[n - 1] + 5));
      int bad = 0;
      for (int i = 0; i < (int)(sizeof big / sizeof *big); i++) bad += big[i]++ != i;
      expect("large", !bad && sizeof v == n * sizeof(int) && sizeof big == n * 2000 * sizeof(int));
    }
    wrong += v[0] != 0 || text[n + 2] != 2 * (n + 2);
    for (int i = 0; i < n * 2000; i++) wrong += big[i] != i + 1;

    /* Sections, of arrays of which the rest has no value. */
    int part[n * 3], grid[n][4][n];
    for (int i = n; i < 2 * n; i++) part[i] = i;
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < n; k++) grid[1][j][k] = grid[2][j][k] = 10 * j + k;
#pragma omp target device(ancestor: 1) map(tofrom: part[n:n], grid[1:2])
    {
      expect("section", part[n] == n && part[2 * n - 1] == 2 * n - 1);
      expect("section, three dimensions", grid[2][3][n - 1] == 30 + n - 1 && grid[1][0][1] == 1);
      part[n + 1] = -2, grid[2][1][1] = -3;
    }
    wrong += part[n + 1] != -2 || part[n] != n || grid[2][1][1] != -3 || grid[1][3][0] != 30;

    /* Pointers to variable length arrays. */
    int (*p)[n + 1] = &m[1];
    int (*whole)[n][n + 1] = &m;
#pragma omp target device(ancestor: 1) map(tofrom: p[0:2])
    {
      expect("pointer", sizeof *p == (n + 1) * sizeof(int) && p[0][1] == 11 && p[1][n] == 20 + n);
      p[1][0] = 77;
    }
#pragma omp target device(ancestor: 1) map(to: whole[0:1])
    expect("pointer to two dimensions", sizeof *whole == n * (n + 1) * sizeof(int) && (*whole)[2][0] == 77 && whole[0][1][n] == 10 + n);
    wrong += m[2][0] != 77 || p != &m[1] || m[1][1] != 11;
#pragma omp target device(ancestor: 1) firstprivate(p)
    {
      expect("firstprivate pointer", sizeof p[0] == (n + 1) * sizeof(int) && (char *)(p + 1) - (char *)p == (long)sizeof *p);
      p = 0;
    }
    wrong += p != &m[1];

    /* Each thread its own. */
#pragma omp parallel num_threads(3) reduction(+: wrong)
    {
      int own[n], sum = 0;
      for (int i = 0; i < n; i++) own[i] = i;
#pragma omp critical
#pragma omp target device(ancestor: 1) map(tofrom: own) map(from: sum)
      {
        sum = 0;
        for (int i = 0; i < n; i++) sum += own[i]++;
      }
      wrong += sum != n * (n - 1) / 2 || own[n - 1] != n;
    }
    double table[3][n];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < n; j++) table[i][j] = i + 1;
    wrong += in_routine(3, n, table) != 6 * n + n * (n - 1) / 2 || table[2][0] != -7;
  }
  return wrong;
}

/* Arrays that the host has, too. */
static int mapped(int n)
{
  int a[n], t[2][n], c[n], wrong = 0;
  int (*rows)[n] = t;
  for (int i = 0; i < n; i++) a[i] = i, c[i] = 3 * i, t[0][i] = t[1][i] = 7;
#pragma omp target map(tofrom: a, wrong) map(tofrom: rows[0:2]) firstprivate(c)
  {
    a[2] = 20, c[1] = 30, rows[1][2] = 70;
#pragma omp target device(ancestor: 1) map(always, tofrom: a, rows[1:1]) firstprivate(c)
    {
      expect("mapped on the host", sizeof a == n * sizeof(int) && a[2] == 20 && rows[1][2] == 70 && sizeof rows[0] == sizeof a);
      expect("firstprivate around", sizeof c == sizeof a && c[1] == 30 && c[2] == 6);
      a[3] = 33, rows[1][3] = 71, c[0] = -1;
    }
    wrong += a[3] != 33 || a[2] != 20 || rows[1][3] != 71 || c[0] != 0;
  }
  return wrong + (a[2] != 20) + (a[3] != 33) + (t[1][2] != 70) + (t[1][3] != 71) + (t[0][2] != 7) + (c[1] != 3);
}

int main(void)
{
  int wrong[4] = {everything(5, 1), everything(8, 0), mapped(6)};
  double table[2][3] = {{1, 2, 3}, {4, 5, 6}};
  wrong[3] = in_routine(2, 3, table) != 3 + 21;
  if (failures || wrong[0] || wrong[1] || wrong[2] || wrong[3] || checks != 2 * 13 + 3)
    return printf("%d failures of %d, wrong: %d %d %d %d\n", failures, checks, wrong[0], wrong[1], wrong[2], wrong[3]), 1;
  puts("ok");
}
