#pragma omp begin declare target
static int seen;
int look(int x) { return seen = x; }
#pragma omp end declare target
#pragma omp requires unified_shared_memory
int main(void) { return look(0); }
