// A hash table with chains in memory that the device allocates and frees.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp declare target
struct node { struct node *next; unsigned value; char key[]; };
struct table { struct node **bucket; size_t size, count; };

static size_t hash(const char *s)
{
  size_t h = 1469598103934665603u;
  while (*s)
    h = (h ^ (unsigned char)*s++) * 1099511628211u;
  return h;
}

static struct node **find(struct table *t, const char *key)
{
  struct node **p = &t->bucket[hash(key) % t->size];
  while (*p && strcmp((*p)->key, key))
    p = &(*p)->next;
  return p;
}

static void grow(struct table *t)
{
  struct node **old = t->bucket;
  size_t n = t->size;
  t->bucket = calloc(t->size = n * 2 + 1, sizeof *t->bucket);
  for (size_t i = 0; i < n; i++)
    for (struct node *e = old[i], *next; e; e = next) {
      next = e->next;
      struct node **p = &t->bucket[hash(e->key) % t->size];
      e->next = *p;
      *p = e;
    }
  free(old);
}

static unsigned *at(struct table *t, const char *key)
{
  struct node **p = find(t, key);
  if (!*p) {
    if (t->count++ >= t->size) {
      grow(t);
      p = find(t, key);
    }
    struct node *e = malloc(sizeof *e + strlen(key) + 1);
    e->next = NULL;
    e->value = 0;
    strcpy(e->key, key);
    *p = e;
  }
  return &(*p)->value;
}

static void drop(struct table *t, const char *key)
{
  struct node **p = find(t, key), *e = *p;
  if (e) {
    *p = e->next;
    free(e);
    t->count--;
  }
}
#pragma omp end declare target

int main(void)
{
  unsigned sum = 0, left = 0, seven = 0;
#pragma omp target map(tofrom: sum, left, seven)
  {
    struct table t = {calloc(3, sizeof(struct node *)), 3, 0};
    char key[16];
    for (int i = 0; i < 3000; i++) {
      int k = i % 1000, n = 0;
      do
        key[n++] = (char)('0' + k % 10);
      while (k /= 10);
      key[n] = 0;
      *at(&t, key) += (unsigned)i;
    }
    seven = *at(&t, "7");
    for (int d = 0; d < 10; d++) {
      key[0] = (char)('0' + d), key[1] = 0;
      drop(&t, key);
    }
    left = (unsigned)t.count;
    for (size_t i = 0; i < t.size; i++)
      for (struct node *e = t.bucket[i], *next; e; e = next) {
        next = e->next;
        sum += e->value;
        free(e);
      }
    free(t.bucket);
  }
  unsigned want = 3000u * 2999 / 2;
  for (unsigned d = 0; d < 10; d++)
    want -= d + (1000 + d) + (2000 + d);
  puts(sum == want && left == 990 && seven == 7 + 1007 + 2007 ? "ok" : "wrong");
  return 0;
}
