// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8, §5.8.3, §5.8.6: list items of a reverse-offload region that share storage or a base pointer, pointers to
 * what is mapped, always behind pointers that are members, and list items that the region does not name. */
#include <stdio.h>
#pragma omp requires reverse_offload

typedef struct { int a, b; int *q; } part;

static int checks, failures, counter, host_counter, *global, values[6] = {1, 2, 3, 4, 5, 6};
#pragma omp declare target(counter, global)

static part *kept;
static int *host_a, *host_z;

static void expect(const char *what, int ok)
{
  checks++;
  if (!ok) printf("%s\n", what), failures++;
}
static void add_to_array(int n) { host_a[1] += n; }
#pragma omp declare target device_type(host) enter(expect, add_to_array)

#pragma omp begin declare target
static part *same(part *p) { return p; }
#pragma omp end declare target

int main(void)
{
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, z[4] = {10, 20, 30, 40}, wrong = 0;
  part s = {1, 2, z};
  host_a = a, host_z = z, kept = &s;
#pragma omp target enter data map(to: counter)
#pragma omp target map(tofrom: a, s, wrong) map(tofrom: s.q[0:4])
  {
    int local[10], i;
    part own = {3, 4, local}, *po = &own;
    for (i = 0; i < 10; i++) local[i] = i;
    int *p = local, *beyond = &local[4];

    /* Always, behind a member of a mapped structure, and of one of the device. */
    s.q[1] = 21;
#pragma omp target device(ancestor: 1) map(always, tofrom: s.q[1:2])
    {
      expect("member of a mapped structure", s.q == host_z && s.q[1] == 21 && s.q[2] == 30);
      s.q[2] = 31;
    }
    wrong += s.q[2] != 31;
    own.q = s.q;
    s.q[0] = 11;
#pragma omp target device(ancestor: 1) map(tofrom: own) map(always, tofrom: own.q[0:2])
    {
      expect("member of the device's structure", own.q[0] == 11 && own.q == host_z && own.a == 3);
      own.q[1] = 22, own.a = 5;
    }
    wrong += s.q[1] != 22 || own.a != 5 || own.q != s.q;
    own.q = local;

    /* One pointer, several parts. */
#pragma omp target device(ancestor: 1) map(tofrom: p[0:3], p[3:3]) map(from: p[8:1])
    {
      expect("parts of one pointer", p[0] == 0 && p[2] == 2 && p[3] == 3 && p[5] == 5 && &p[3] == p + 3);
      p[2] = 102, p[3] = 103, p[8] = 108;
    }
    wrong += local[2] != 102 || local[3] != 103 || local[8] != 108 || local[7] != 7 || p != local;
#pragma omp target device(ancestor: 1) map(tofrom: po->a, po->b)
    {
      expect("members behind one pointer", po->a == 5 && po->b == 4);
      po->a = 6, po->b = 7;
    }
    wrong += own.a != 6 || own.b != 7 || own.q != local;
#pragma omp target device(ancestor: 1) map(tofrom: po->a) map(to: po->q) map(tofrom: po->q[0:2], po->q[2:2])
    {
      expect("parts behind a member", po->q[0] == 0 && po->q[2] == 102 && po->a == 6);
      po->q[1] = 201, po->q[3] = 203;
    }
    wrong += local[1] != 201 || local[3] != 203 || own.q != local;

    /* An array and pointers into it. */
#pragma omp target device(ancestor: 1) map(tofrom: local) map(tofrom: p[0:2])
    {
      expect("array and pointer", p == local && p[1] == 201);
      p[0] = 300;
      expect("the same storage", local[0] == 300);
    }
    wrong += local[0] != 300;
#pragma omp target device(ancestor: 1) map(tofrom: local)
    {
      expect("pointer into an array", beyond == &local[4]);
      *beyond = 400;
    }
    wrong += local[4] != 400;
#pragma omp target device(ancestor: 1) map(tofrom: p[0:4], beyond[0:2], beyond[-2:2])
    {
      expect("two pointers to one array", beyond[-2] == p[2] && &beyond[-1] == &p[3]);
      beyond[-1] = 500, beyond[1] = 501;
    }
    wrong += local[3] != 500 || local[5] != 501;

    /* Pointers to what is mapped. */
    int *pa = &a[2], **ppa = &pa;
#pragma omp target device(ancestor: 1)
    {
      expect("pointer into mapped storage", pa == &host_a[2]);
      pa[1] = 1003;
    }
    wrong += (a[3] != 3 && a[3] != 1003) || pa != &a[2];
#pragma omp target device(ancestor: 1) map(always, from: pa[1:1])
    expect("moved back only", pa[1] == 1003);
    wrong += a[3] != 1003;
#pragma omp target device(ancestor: 1) map(to: ppa[0:1]) map(always, to: ppa[0][0:2])
    expect("pointer to a pointer", *ppa == &host_a[2] && (*ppa)[1] == 1003);
    wrong += pa != &a[2];

    /* What the region does not name: a variable, a variable of static storage, what a function returns. */
    a[1] = 50;
#pragma omp target device(ancestor: 1) map(always, tofrom: a)
    add_to_array(5);
    wrong += a[1] != 55;
    counter = 7;
#pragma omp target device(ancestor: 1) map(always, tofrom: counter)
    expect("static storage", counter++ == 7);
    wrong += counter != 8;
    s.b = 77;
#pragma omp target device(ancestor: 1) map(always, tofrom: same(&s)->b)
    {
      expect("result of a function", kept->b == 77);
      kept->b = 78;
    }
    wrong += s.b != 78;
    s.q[3] = 44;
#pragma omp target device(ancestor: 1) map(always, to: same(&s)->q[3:1])
    expect("behind the result of a function", host_z[3] == 44);
  }
  if (failures || wrong || checks != 15) return printf("%d failures of %d, %d wrong on the device\n", failures, checks, wrong), 1;
  puts("ok");
}
