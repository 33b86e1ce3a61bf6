// host: gcc
// gpu: no (setjmp and longjmp)
// Jumps out of nested functions (GNU C): through several functions, through the C library, out of loops and blocks with
// arrays of variable length; variables have the values that they had at the jump.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp declare target
static int direct(int limit)
{
  __label__ out;
  int i = 0, steps = 0;
  void add(int k) { if (k > limit) goto out; i += k; }
  for (;;) {
    steps++;
    add(++i);
  }
out:
  return i * 100 + steps;
}

// Two labels.
static int either(int k)
{
  __label__ one, two;
  int seen = 0, here = 1, *p = &here;
  int choose(int n) { seen += n; if (n == 1) goto one; if (n == 2) goto two; return n; }
  *p = 2;
  seen += choose(k + ++here * 0);
  return seen + 1000;
one:
  return seen + 2000 + here;
two:
  return seen + 3000 + *p;
}

static int deep(int n)
{
  __label__ found;
  int depth = 0;
  int down(int k)
  {
    depth++;
    int further(int m) { if (m == 0) goto found; return down(m - 1) + 1; }
    return further(k) + 1;
  }
  return down(n);
found:
  return -depth;
}

// Through qsort, by a pointer to a nested function.
static int compared(int n)
{
  __label__ enough;
  int list[n], calls = 0;
  for (int i = 0; i < n; i++)
    list[i] = (i * 7 + 3) % n;
  int compare(const void *a, const void *b)
  {
    if (++calls == 5)
      goto enough;
    return *(const int *)a - *(const int *)b;
  }
  qsort(list, n, sizeof *list, compare);
  return 0;
enough:
  return calls + n;
}

// Each activation has its own label.
static int activations(int n, int (*outer)(int))
{
  __label__ mine;
  int hits = 0;
  int jump(int k) { if (k) goto mine; return 1; }
  if (n == 3)
    return outer(1);
  hits += activations(n + 1, n == 1 ? jump : outer);
  return hits + 50;
mine:
  return hits + n * 10 + 5;
}

static int blocks(int n)
{
  __label__ again;
  int rounds = 0;
  for (int i = 0; i < n; i++) {
    __label__ next;
    char buffer[i + 1];
    memset(buffer, i, sizeof buffer);
    void skip(void) { rounds += buffer[i]; if (i % 2) goto next; }
    skip();
    rounds += 100;
  next:;
  }
again:;
  void more(void) { if (rounds < 1000) { rounds += 300; goto again; } }
  more();
  return rounds;
}

// The address of a label of the function around it.
static int address(int k)
{
  __label__ first, second;
  void *label(int n) { if (n) return &&first; return &&second; }
  int r = 0;
  goto *label(k);
first:
  r = 10;
second:
  return r + 1;
}

static double values(double x)
{
  __label__ done;
  double a = x, b = 2 * x, z[3] = { 1, 2, 3 };
  struct { int n; double d; } s = { 1, 2 };
  void leave(void) { goto done; }
  a += 1;
  for (int i = 0; i < 3; i++) {
    z[i] *= b += a;
    s.n++;
    s.d += z[i];
    if (i == 2)
      leave();
  }
  a = 0;
done:
  return a + b * 10 + s.n * 1000 + s.d + z[2];
}
#pragma omp end declare target

static void all(double *o)
{
  o[0] = direct(3); o[1] = direct(100); o[2] = either(1); o[3] = either(2); o[4] = either(3);
  o[5] = deep(4); o[6] = compared(9); o[7] = activations(0, 0); o[8] = blocks(5); o[9] = values(1.5);
  o[10] = address(0); o[11] = address(1);
}
#pragma omp declare target to(all)

int main(void)
{
  double host[12], device[12];
  all(host);
#pragma omp target map(from: device)
  all(device);
  for (int i = 0; i < 12; i++)
    if (host[i] != device[i])
      printf("%d: %g on the host, %g on the device\n", i, host[i], device[i]);
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
  for (int i = 0; i < 64; i++)
    sum += direct(i % 5) + deep(i % 3);
  for (int i = 0; i < 64; i++)
    sum -= direct(i % 5) + deep(i % 3);
  puts(sum == 0 ? "ok" : "wrong in parallel");
}
