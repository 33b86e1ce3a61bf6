// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8, §5.4, §5.5: constructs in a reverse-offload region that have copies of whole arrays which the region maps:
 * reductions, firstprivate, private and lastprivate arrays, of one and two dimensions and of variable length. */
#include <stdio.h>
#pragma omp requires reverse_offload

static int checks, failures;

static void expect(const char *what, int ok)
{
  checks++;
  if (!ok) printf("%s\n", what), failures++;
}
#pragma omp declare target device_type(host) enter(expect)

static int copies(int n, int device)
{
  int a[4] = {1, 2, 3, 4}, b[4] = {0}, c[4] = {0}, d[4] = {1, 1, 1, 1}, m[2][3] = {{0}}, v[n], last[4] = {0}, wrong = 0;
  for (int i = 0; i < n; i++) v[i] = i;
#pragma omp target map(tofrom: a, b, c, d, m, v, last, wrong) if(device)
  {
    int own[3] = {5, 6, 7};
#pragma omp target device(ancestor: 1) map(always, tofrom: a, b, c, m, v) map(tofrom: own) firstprivate(d)
    {
      int sum = 0, right = 0;
#pragma omp parallel firstprivate(a, d, own) num_threads(3) reduction(+: sum)
      {
        a[0]++, d[0]++, own[2]++;
        sum += a[0] == 2 && a[3] == 4 && d[0] == 2 && own[2] == 8 && sizeof a == 4 * sizeof(int) && sizeof own == 3 * sizeof(int);
      }
      expect("firstprivate", sum == 3 && a[0] == 1 && own[2] == 7 && d[0] == 1);
#pragma omp parallel num_threads(2)
#pragma omp for reduction(+: b[:4]) reduction(+: c, m)
      for (int i = 0; i < 8; i++) b[i % 4]++, c[i % 4] += i, m[i % 2][i % 3]++;
      expect("reductions", b[3] == 2 && c[1] == 6 && m[0][0] + m[1][1] + m[0][2] + m[1][0] + m[0][1] + m[1][2] == 8 && m[0][0] == 2);
#pragma omp parallel for reduction(max: v) num_threads(2)
      for (int i = 0; i < 6; i++) v[i % n] = v[i % n] > 10 + i ? v[i % n] : 10 + i;
      expect("variable length", v[0] == (n <= 5 ? 10 + 5 / n * n : 10) && sizeof v == n * sizeof(int));
#pragma omp parallel private(a) num_threads(2) reduction(+: right)
      {
        for (int i = 0; i < 4; i++) a[i] = 7;
#pragma omp single copyprivate(a)
        a[2] = 9;
        right += a[2] == 9 && a[3] == 7;
      }
      expect("private", right == 2 && a[2] == 3);
#pragma omp task firstprivate(m) shared(right)
      {
        m[1][2] += 100;
        right = m[1][2];
      }
#pragma omp taskwait
      expect("task", right == m[1][2] + 100);
      a[1] = 20;
    }
    wrong += a[0] != 1 || a[1] != 20 || b[0] != 2 || c[3] != 10 || m[0][0] != 2 || v[n - 1] < 10 || own[2] != 7 || d[0] != 1;
#pragma omp target device(ancestor: 1) map(always, tofrom: last)
#pragma omp parallel for lastprivate(last) num_threads(2)
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 4; j++) last[j] = 10 * i + j;
    wrong += last[0] != 40 || last[3] != 43;
#pragma omp target parallel for device(ancestor: 1) reduction(+: own)
    for (int i = 0; i < 6; i++) own[i % 3] += i;
    wrong += own[0] != 8 || own[1] != 11 || own[2] != 14;
  }
  return wrong;
}

int main(void)
{
  int wrong = copies(5, 1) + copies(6, 0);
  if (wrong || failures || checks != 10) return printf("%d wrong, %d failures of %d\n", wrong, failures, checks), 1;
  puts("ok");
}
