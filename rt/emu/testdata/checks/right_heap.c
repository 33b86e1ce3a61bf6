// Uses of the device's heap that look wrong and are right: nothing may be found in them.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 256

static int failed;

static void expect(const char *name, long got, long want)
{
  if (got != want) {
    printf("%s: %ld, not %ld\n", name, got, want);
    failed = 1;
  }
}

// An array grows while most of it is not set.
static void grows(void)
{
  long sum = 0;
#pragma omp target map(tofrom: sum)
  {
    int n = 0, room = 0, *v = NULL;
    for (int i = 0; i < 100; i++) {
      if (n == room)
        v = realloc(v, (room = 2 * room + 1) * sizeof *v);
      v[n++] = i;
    }
    for (int i = 0; i < n; i++)
      sum += v[i];
    free(v);
  }
  expect("grows", sum, 4950);
}

// A tree that one kernel makes, another one reads and a third takes apart.
struct node { struct node *left, *right; int key; };

#pragma omp begin declare target
static struct node *insert(struct node *t, int key)
{
  if (!t) {
    t = malloc(sizeof *t);
    t->left = t->right = NULL;
    t->key = key;
  } else if (key < t->key)
    t->left = insert(t->left, key);
  else
    t->right = insert(t->right, key);
  return t;
}
static long total(struct node *t) { return t ? t->key + total(t->left) + total(t->right) : 0; }
static int drop(struct node *t)
{
  if (!t)
    return 0;
  int n = 1 + drop(t->left) + drop(t->right);
  free(t);
  return n;
}
#pragma omp end declare target

static void tree(void)
{
  struct node *root = NULL;
  long sum = 0;
  int nodes = 0;
#pragma omp target map(tofrom: root)
  for (int i = 0; i < 60; i++)
    root = insert(root, i * 37 % 60);
#pragma omp target map(tofrom: sum) firstprivate(root)
  sum = total(root);
#pragma omp target map(tofrom: nodes) firstprivate(root)
  nodes = drop(root);
  expect("tree", sum, 1770);
  expect("nodes", nodes, 60);
}

// Each thread has a block; the next one gives it back behind a barrier.
static void passed_on(void)
{
  int sum = 0;
#pragma omp target map(tofrom: sum)
  {
    int *p[128];
#pragma omp parallel num_threads(128) reduction(+: sum)
    {
      int t = omp_get_thread_num();
      p[t] = malloc(sizeof(int));
      *p[t] = t;
#pragma omp barrier
      int *q = p[(t + 1) % 128];
      sum += *q;
      free(q);
    }
  }
  expect("passed on", sum, 128 * 127 / 2);
}

// Blocks that are got and given back again and again: what was freed is a new one's.
static void churn(void)
{
  long sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
  for (int i = 0; i < N; i++)
    for (int k = 1; k < 6; k++) {
      char *p = malloc(k * 20);
      memset(p, k, k * 20);
      sum += p[k * 20 - 1];
      free(p);
    }
  expect("churn", sum, N * 15);
}

// The heap ends, says so, and has room again when something is given back.
static void ends(void)
{
  int ok = 0;
#pragma omp target map(tofrom: ok)
  {
    void *large = malloc(1ul << 40), *blocks[64];
    int n = 0;
    while (n < 64 && (blocks[n] = malloc(1 << 20)))
      n++;
    ok = large == NULL && n > 0 && n < 64 && malloc(1 << 21) == NULL;
    free(blocks[--n]);
    blocks[n] = malloc(1 << 20);
    ok += blocks[n++] != NULL;
    while (n > 0)
      free(blocks[--n]);
  }
  expect("ends", ok, 2);
}

// Alignments, and the zeros of calloc.
static void aligned(void)
{
  int bad = 0;
#pragma omp target map(tofrom: bad)
  for (size_t align = 8; align <= 2048; align *= 4) {
    void *p = NULL;
    char *q = calloc(3, align);
    bad += posix_memalign(&p, align, align + 1) != 0 || (uintptr_t)p % align;
    memset(p, 1, align + 1);
    for (size_t i = 0; i < 3 * align; i++)
      bad += q[i];
    free(p);
    free(q);
  }
  expect("aligned", bad, 0);
}

// Structures with padding and parts that are not set are copied within the heap.
static void holes(void)
{
  struct holes { char c; double d; union { int i; char all[16]; } u; } one = {.c = 1, .d = 2};
  double sum = 0;
#pragma omp target map(to: one) map(tofrom: sum)
  {
    struct holes *p = malloc(2 * sizeof *p);
    p[0].c = one.c;
    p[0].d = one.d;
    p[0].u.i = 4;
    p[1] = p[0];
    sum = p[1].c + p[1].d + p[1].u.i;
    free(p);
  }
  expect("holes", sum, 7);
}

// Strings, one byte longer than their letters.
static void strings(void)
{
  int ok = 0;
  const char text[] = "eleven char";
#pragma omp target map(to: text) map(tofrom: ok)
  {
    char *p = malloc(strlen(text) + 1), *q = malloc(2 * strlen(text) + 1);
    strcpy(p, text);
    strcpy(q, p);
    strcat(q, p);
    ok = strlen(q) == 22 && !strcmp(p, q + 11) && memchr(p, 0, 12) == p + 11;
    free(q);
    free(p);
  }
  expect("strings", ok, 1);
}

// The last of the team's threads to come frees what all have used: atomics order it.
static void last_frees(void)
{
  int sum = 0;
#pragma omp target map(tofrom: sum)
  {
    int *p = calloc(64, sizeof *p), left = 64;
#pragma omp parallel num_threads(64)
    {
      int n;
      p[omp_get_thread_num()] = 2;
#pragma omp atomic capture acq_rel
      n = --left;
      if (n == 0) {
        for (int i = 0; i < 64; i++)
          sum += p[i];
        free(p);
      }
    }
  }
  expect("last frees", sum, 128);
}

// Freeing nothing, and blocks of no bytes.
static void nothing(void)
{
  int ok = 0;
#pragma omp target map(tofrom: ok)
  {
    void *p = malloc(0), *q = realloc(NULL, 8);
    free(NULL);
    free(p);
    free(q);
    ok = 1;
  }
  expect("nothing", ok, 1);
}

// Arrays of variable length in a team, which come from the heap.
static void variable(void)
{
  int n = 50, sum = 0;
#pragma omp target teams num_teams(4) map(to: n) reduction(+: sum)
  {
    int v[n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      v[i] = i;
#pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < n; i++)
      sum += v[n - 1 - i];
  }
  expect("variable", sum, 4 * 1225);
}

int main(void)
{
  grows();
  tree();
  passed_on();
  churn();
  ends();
  aligned();
  holes();
  strings();
  last_frees();
  nothing();
  variable();
  puts(failed ? "wrong" : "ok");
  return failed;
}
