#pragma omp begin declare target
_Thread_local int total = 100;
__thread int many[5] = { [2] = 42 };
int add(int x) { return total += x; }
static int sub(int x) { total -= x; total += 2 * x; return total; }
int (*by(int n))(int) { return n % 2 ? add : sub; }
int *address(void) { return &total; }
#pragma omp end declare target
