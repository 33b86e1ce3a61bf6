// only: device
// gcc: no (it has no declare mapper)
// Mappers of structures in structures on target, enter and exit data, and update, by default and by name (OpenMP 5.2 §5.8.8).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check.h"
typedef struct node { int len; double *d; struct node *next; } node;
typedef struct { int n; node *nodes; char name[16]; } graph;
#pragma omp declare mapper(node x) map(tofrom: x.len) map(tofrom: x.d[0:x.len])
#pragma omp declare mapper(gm: graph g) map(to: g.n, g.nodes, g.name) map(tofrom: g.nodes[0:g.n])
typedef struct { graph g[2]; int k; } two;
#pragma omp declare mapper(two t) map(t.k) map(mapper(gm), tofrom: t.g[0:2])
static void build(graph *g, int n) { g->n = n; g->nodes = calloc(n, sizeof(node)); strcpy(g->name, "graph"); for (int i = 0; i < n; i++) { g->nodes[i].len = i + 1; g->nodes[i].d = calloc(i + 1, sizeof(double)); } }
static int all(graph *g, double v) { for (int i = 0; i < g->n; i++) for (int j = 0; j < g->nodes[i].len; j++) if (g->nodes[i].d[j] != v) return 0; return 1; }
int main(void)
{
  graph g; build(&g, 5);
  #pragma omp target map(mapper(gm), tofrom: g)
  for (int i = 0; i < g.n; i++) for (int j = 0; j < g.nodes[i].len; j++) g.nodes[i].d[j] += 1;
  CHECK(all(&g, 1));
  #pragma omp target enter data map(mapper(gm), to: g)
  #pragma omp target map(present, alloc: g) 
  for (int i = 0; i < g.n; i++) for (int j = 0; j < g.nodes[i].len; j++) g.nodes[i].d[j] += 1;
  CHECK(all(&g, 1));
  #pragma omp target update from(mapper(gm): g)
  CHECK(all(&g, 2));
  for (int i = 0; i < g.n; i++) for (int j = 0; j < g.nodes[i].len; j++) g.nodes[i].d[j] = 7;
  #pragma omp target update to(mapper(gm): g)
  #pragma omp target
  for (int i = 0; i < g.n; i++) for (int j = 0; j < g.nodes[i].len; j++) g.nodes[i].d[j] *= 2;
  #pragma omp target exit data map(mapper(gm), from: g)
  CHECK(all(&g, 14));
  CHECK(!omp_target_is_present(g.nodes[2].d, omp_get_default_device()));
  two t; build(&t.g[0], 3); build(&t.g[1], 4); t.k = 2;
  #pragma omp target
  { for (int k = 0; k < t.k; k++) for (int i = 0; i < t.g[k].n; i++) for (int j = 0; j < t.g[k].nodes[i].len; j++) t.g[k].nodes[i].d[j] = k + 1; t.k = 9; }
  CHECK(all(&t.g[0], 1) && all(&t.g[1], 2) && t.k == 9);
  node ns[4]; for (int i = 0; i < 4; i++) { ns[i].len = 3; ns[i].d = calloc(3, sizeof(double)); ns[i].next = 0; }
  #pragma omp target map(tofrom: ns[1:2])
  for (int i = 1; i < 3; i++) ns[i].d[2] = i;
  CHECK(ns[0].d[2] == 0 && ns[1].d[2] == 1 && ns[2].d[2] == 2 && ns[3].d[2] == 0);
  node *pn = &ns[3];
  #pragma omp target map(mapper(default), tofrom: pn[0:1])
  pn->d[0] = -1;
  CHECK(ns[3].d[0] == -1);
  if (!errors)
    puts("ok");
  return errors != 0;
}
