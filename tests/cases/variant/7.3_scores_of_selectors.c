// gcc: no (gcc-12 does not know the rule on subsets)
// What a context selector scores (5.2 §7.3): one that is a strict subset of another which
// fits scores nothing, whatever its score; kind(any) is as if it were not there (§7.2); of
// replacements with one score, a written one is before an empty clause (§7.4); requires
// selects by the clause's argument, too (§7.2).
#pragma omp requires atomic_default_mem_order(seq_cst)
#include <omp.h>
#include <stdio.h>

#pragma omp begin declare target
int first(void) { return 1; }
int second(void) { return 2; }
int third(void) { return 3; }
int alone(void) { return 1; }
int together(void) { return 2; }
#pragma omp declare variant(first) match(implementation = {vendor(score(100) : ompcc)})
#pragma omp declare variant(second) match(implementation = {vendor(ompcc)}, user = {condition(1)})
int subset(void) { return 0; }
#pragma omp declare variant(first) match(implementation = {vendor(score(100) : ompcc)}, user = {condition(2)})
#pragma omp declare variant(second) match(implementation = {vendor(ompcc)}, user = {condition(1)})
int no_subset(void) { return 0; }
#pragma omp declare variant(first) match(device = {kind(any)})
#pragma omp declare variant(second) match(implementation = {vendor(score(1) : ompcc)})
int any(void) { return 0; }
#pragma omp declare variant(alone) match(construct = {parallel}, implementation = {vendor(score(9) : ompcc)})
#pragma omp declare variant(together) match(construct = {target, parallel}, implementation = {vendor(ompcc)})
int constructs(void) { return 0; }
#pragma omp declare variant(first) match(implementation = {requires(atomic_default_mem_order(relaxed))})
#pragma omp declare variant(second) match(implementation = {requires(atomic_default_mem_order(seq_cst))})
int ordered_by(void) { return 0; }
#pragma omp declare variant(third) match(implementation = {atomic_default_mem_order(acq_rel)})
int ordered_otherwise(void) { return 0; }
int all(void) {
  return subset() * 100000 + no_subset() * 10000 + any() * 1000 + ordered_by() * 100 + ordered_otherwise() * 10;
}
#pragma omp end declare target

static int written(void) {
  int n = 0;
#pragma omp metadirective when(implementation = {vendor(ompcc)} :) when(user = {condition(1)} : parallel num_threads(1))
  n = omp_get_level();
  return n;
}

int main(void) {
  int host = all(), device = 0, in_region = 0;
#pragma omp target parallel num_threads(1) map(from : device, in_region)
  {
    device = all();
    in_region = constructs();
  }
  if (host != 212200 || device != 212200 || in_region != 2 || written() != 1)
    return printf("%d %d %d %d\n", host, device, in_region, written()), 1;
  puts("ok");
  return 0;
}
