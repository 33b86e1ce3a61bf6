#include "group.h"

static _Alignas(128) int hidden;
#pragma omp groupprivate(hidden)

void begin(int first) { hidden = external = first; }

int bump(int n) {
  if ((unsigned long)&hidden % 128) return -1;
  hidden += n;
  return hidden;
}
