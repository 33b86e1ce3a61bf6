// gcc: no (gcc-12 takes constant conditions only)
// A parameter of the base function in a selector is what the call passes for it (5.2 §7.2).
#include <omp.h>
#include <stdio.h>
#include <stddef.h>

#pragma omp begin declare target
int big(int n) { return 1000 + n; }
int small(int n) { return 100 + n; }
#pragma omp declare variant(big) match(user = {condition(score(2): n > 10)})
#pragma omp declare variant(size : small) match(user = {condition(n > 5)})
int size(int n) { return n; }
double sum_first(const double *a, int n) { return -a[0]; }
#pragma omp declare variant(sum_first) match(user = {condition(n < 3 && a[0] > 0)})
double sum(const double a[], int n);
double sum(const double *x, int m) { double s = 0; for (int i = 0; i < m; i++) s += x[i]; return s; }
void set_null(int *p, int *out) { *out = -1; }
#pragma omp declare variant(set_null) match(user = {condition(!p)})
void set(int *p, int *out) { *out = *p; }
#pragma omp end declare target

static int calls;
static int next(void) { return ++calls; }

int addr(int n, int *p) { return omp_target_is_present(p, 0) ? 1 : 2; }
#pragma omp declare variant(addr) match(construct = {dispatch}, user = {condition(n > 1)}) adjust_args(need_device_ptr: p)
int where(int n, int *p) { return 0; }

int main(void) {
  double v[4] = {1, 2, 3, 4};
  int out = 0, three = 3, bad = 0;
  bad += size(20) != 1020;
  bad += size(7) != 107;
  bad += size(2) != 2;
  bad += sum(v, 4) != 10 || sum(v, 2) != -1 || sum(v + 1, 2) != -2;
  set(NULL, &out);
  bad += out != -1;
  set(&three, &out);
  bad += out != 3;
  for (int i = 0; i < 7; i++)
    out = size(next());
  bad += calls != 7 || out != 107;
  out = size(size(next()));
  bad += calls != 8 || out != 1108;
  int host = bad, r[6] = {0};
  #pragma omp target map(tofrom: r, v)
  {
    int k = 20;
    r[0] = size(k);
    r[1] = size(k - 13);
    r[2] = size(r[3] + 2);
    r[4] = (int)sum(v, k / 10);
    set(0, &r[5]);
  }
  bad += r[0] != 1020 || r[1] != 107 || r[2] != 2 || r[4] != -1 || r[5] != -1;
  int a = 1, b = 1;
  #pragma omp target data map(a)
  {
    #pragma omp dispatch
    b = where(1, &a);
    bad += b != 0;
    #pragma omp dispatch
    b = where(2, &a);
    bad += b != 2 && omp_get_num_devices() > 0;
  }
  if (bad)
    return printf("%d %d: %d %d %d %d %d\n", host, bad, r[0], r[1], r[2], r[4], r[5]), 1;
  puts("ok");
  return 0;
}
