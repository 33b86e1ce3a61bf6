#include "f.h"
#pragma omp begin declare target indirect
int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
#pragma omp end declare target
fn table[2] = {twice, thrice};
