// gcc: no (does not know mappers)
/* OpenMP 5.2 §5.8.8: mappers that map with themselves what a pointer of theirs points to:
 * a list to its end, a tree with the way back, a ring. Each element is mapped once. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
#pragma omp declare mapper(struct node n) map(n.v, n.next) map(n.next[0:1])

struct tree { int v, nk; struct tree *kid[3]; struct tree *up; };
#pragma omp declare mapper(all: struct tree t) map(t) map(mapper(all), tofrom: t.up[0:1]) \
  map(iterator(i = 0:t.nk), mapper(all), tofrom: t.kid[i][0:1])

typedef struct ring { double x, sum; struct ring *prev, *next; } ring;
#pragma omp declare mapper(ring r) map(r, r.next[0:1], r.prev[0:1])

static struct tree *grow(int depth, struct tree *up)
{
  struct tree *t = calloc(1, sizeof *t);
  t->v = t->nk = depth;
  t->up = up;
  for (int i = 0; i < depth; i++)
    t->kid[i] = grow(depth - 1, t);
  return t;
}

static int sum(const struct tree *t)
{
  int s = t->v;
  for (int i = 0; i < t->nk; i++)
    s += sum(t->kid[i]);
  return s;
}

static int present(const struct node *n)
{
  int p = 0;
  for (; n; n = n->next)
    p += omp_target_is_present(n, omp_get_default_device());
  return p;
}

static void lists(int len)
{
  struct node *head = NULL;
  for (int i = 0; i < len; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = head;
    head = n;
  }
  long s = 0, t = 0;
#pragma omp target map(tofrom: head[0:1], s)
  for (struct node *n = head; n; n = n->next) {
    s += n->v;
    n->v *= 2;
  }
  for (struct node *n = head; n; n = n->next)
    t += n->v;
  printf("%ld %ld\n", s, t);

#pragma omp target enter data map(to: head[0:1])
  /* all on the device, or none where this is the host */
  int p = present(head), host = omp_get_default_device() == omp_get_initial_device() || !omp_get_num_devices();
  for (struct node *n = head; n; n = n->next)
    n->v = 1;
#pragma omp target update to(head[0:1])
  s = t = 0;
#pragma omp target map(tofrom: s)
  for (struct node *n = head; n; n = n->next) {
    s += n->v;
    n->v = 3;
  }
#pragma omp target update from(*head)
  for (struct node *n = head; n; n = n->next)
    t += n->v;
#pragma omp target exit data map(release: head[0:1])
  printf("%d %ld %ld %d\n", p == len || host, s, t, present(head) == 0 || host);
}

static void trees(void)
{
  struct tree *r = grow(3, NULL);
  int depth = 0;
#pragma omp target map(mapper(all), tofrom: r[0:1]) map(depth)
  {
    struct tree *x = r;
    for (; x->nk; x = x->kid[x->nk - 1])
      x->v += 100;
    for (depth = 0; x; x = x->up)
      depth++;
    r->kid[0]->kid[1]->v += 1000;
  }
  printf("%d %d\n", sum(r), depth);
}

static void rings(void)
{
  ring *q = malloc(sizeof *q), *z = q;
  for (int i = 1; i < 5; i++, z = z->next) {
    z->x = i;
    z->next = malloc(sizeof *z);
    z->next->prev = z;
  }
  z->x = 5;
  z->next = q;
  q->prev = z;
#pragma omp target map(tofrom: *q)
  {
    ring *w = q;
    do {
      w->sum = w->x + w->prev->x;
      w = w->next;
    } while (w != q);
  }
  z = q;
  do {
    printf("%g ", z->sum);
    z = z->next;
  } while (z != q);
  printf("\n");
}

int main(void)
{
  lists(500);
  lists(1);
  trees();
  rings();
  ring *none = NULL;
  int ok = 0;
#pragma omp target map(tofrom: none[0:0], ok)
  ok = none == NULL;
  printf("%d\n", ok);
  return 0;
}
