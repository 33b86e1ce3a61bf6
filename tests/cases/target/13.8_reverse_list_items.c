// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8, §5.8.3, §1.2.6: list items of map clauses of reverse-offload regions that are parts of variables or lie
 * behind pointers, and variables of types that the function declares or that have no name. */
#include <stdio.h>
#pragma omp requires reverse_offload

static int checks, failures;

static void expect(const char *what, int ok)
{
  checks++;
  if (!ok) printf("%s\n", what), failures++;
}
#pragma omp declare target device_type(host) enter(expect)

int main(void)
{
  typedef struct inner { int a, b[4]; int *q; struct inner *next; } part;
  enum color { RED, GREEN = 5 };
  int wrong = 0, first = 1, count = 2, host[6] = {1, 2, 3, 4, 5, 6}, *hp = host;
#pragma omp target map(tofrom: wrong, host, hp)
  {
    int m[5][6], arr[4] = {1, 2, 3, 4}, z[3] = {5, 6, 7}, far[2] = {8, 9};
    int (*p)[6] = &m[1], (*all)[5][6] = &m, *r = arr;
    part other = {2, {5, 6, 7, 8}, far, 0}, s = {1, {1, 2, 3, 4}, z, &other}, *ps = &s;
    enum color c = GREEN;
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 6; j++) m[i][j] = 10 * i + j;

    /* Whole arrays keep their types. */
#pragma omp target device(ancestor: 1) map(tofrom: arr, m)
    {
      expect("sizes", sizeof arr == 4 * sizeof(int) && sizeof m == 30 * sizeof(int) && sizeof *m == 6 * sizeof(int) && *(&arr + 1) - arr == 4);
      expect("enumeration", c == GREEN && c != RED);
      arr[3]++, m[4][5]++;
    }
    wrong += arr[3] != 5 || m[4][5] != 46;

    /* Rows by pointers to arrays, and parts of them. */
#pragma omp target device(ancestor: 1) map(tofrom: p[0:2])
    expect("rows", p[1][2]++ == 22 && sizeof p[0] == 6 * sizeof(int));
#pragma omp target device(ancestor: 1) map(tofrom: p[1][0:3])
    expect("part of a row", p[1][2]++ == 23);
#pragma omp target device(ancestor: 1) map(to: all[0:1])
    expect("pointer to two dimensions", (*all)[2][2] == 24 && sizeof *all == 30 * sizeof(int));
#pragma omp target device(ancestor: 1) map(tofrom: m[2][1:2])
    expect("part of an array's row", m[2][2]++ == 24);
    wrong += m[2][2] != 25 || p != &m[1];

    /* Single elements, members, and what a pointer points to. */
#pragma omp target device(ancestor: 1) map(tofrom: r[1])
    expect("element", r[1]++ == 2);
#pragma omp target device(ancestor: 1) map(tofrom: *r)
    expect("dereferenced", (*r)++ == 1);
#pragma omp target device(ancestor: 1) map(tofrom: ps->a)
    expect("member behind a pointer", ps->a++ == 1);
#pragma omp target device(ancestor: 1) map(tofrom: s.b[1:2])
    expect("section of a member", s.b[1]++ == 2);
#pragma omp target device(ancestor: 1) map(tofrom: ps->b[2:2])
    expect("section of a member behind a pointer", ps->b[3]++ == 4);
#pragma omp target device(ancestor: 1) map(tofrom: *ps)
    expect("structure behind a pointer", ps->b[0]++ == 1 && ps->a == 2);
    wrong += arr[0] != 2 || arr[1] != 3 || s.a != 2 || s.b[0] != 2 || s.b[1] != 3 || s.b[2] != 3 || s.b[3] != 5 || r != arr || ps != &s;

    /* What alone comes back of a variable. */
#pragma omp target device(ancestor: 1) map(from: s.a, arr[2], m[0][1:2])
    s.a = 20, arr[2] = 30, m[0][1] = 40, m[0][2] = 50;
    wrong += s.a != 20 || s.b[0] != 2 || s.q != z || arr[2] != 30 || arr[1] != 3 || m[0][1] != 40 || m[0][2] != 50 || m[0][3] != 3;

    /* Behind pointers that are members: the device's keep their values. */
#pragma omp target device(ancestor: 1) map(tofrom: s.q[first:count])
    expect("section behind a member", s.q[1]++ == 6 && s.q[2] == 7);
#pragma omp target device(ancestor: 1) map(tofrom: ps->q[1:2], ps[0:1])
    expect("section behind a pointer's member", ps->q[1]++ == 7);
#pragma omp target device(ancestor: 1) map(tofrom: ps->next->q[0:2], ps->next[0:1], ps[0:1])
    expect("section at the end of a list", ps->next->q[1]++ == 9 && ps->next->b[3] == 8);
    wrong += z[1] != 8 || far[1] != 10 || s.q != z || s.next != &other || other.q != far;

    /* A pointer that the host has, too, itself and what it points to. */
    host[2] = 30;
#pragma omp target device(ancestor: 1) map(tofrom: hp)
    expect("mapped pointer", hp[5] == 6);
#pragma omp target device(ancestor: 1) map(always, tofrom: host[first:count])
    expect("always", host[2]++ == 30);
    wrong += host[2] != 31;
  }
  if (failures || wrong || checks != 17 || hp != host || host[2] != 31)
    return printf("%d failures of %d, %d wrong on the device\n", failures, checks, wrong), 1;
  puts("ok");
}
