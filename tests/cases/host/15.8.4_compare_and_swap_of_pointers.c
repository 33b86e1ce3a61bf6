#include <stdio.h>
#include <stdbool.h>
typedef struct N { struct N *next; int id; } N;
static N *tail, *found; static N nodes[1001];
static void put(N *n) {
  bool r = false;
#pragma omp atomic read
  n->next = tail;
  do {
#pragma omp atomic compare capture
    { r = tail == n->next; if (r) { tail = n; } else { n->next = tail; } }
  } while (!r);
}
int main(void) {
  N *old; int count = 0, bad = 0;
  tail = &nodes[0];
#pragma omp parallel for num_threads(4)
  for (int i = 1; i < 1001; i++) put(&nodes[i]);
  for (N *n = tail; n; n = n->next) count++;
  bad += count != 1001;
#pragma omp atomic compare
  if (found == 0) { found = tail; }
#pragma omp atomic compare capture
  { old = found; if (found == tail) { found = &nodes[3]; } }
  bad += old != tail || found != &nodes[3];
#pragma omp atomic compare
  found = found == tail ? 0 : found;
  bad += found != &nodes[3];
  puts(bad ? "bad" : "ok");
  return bad;
}
