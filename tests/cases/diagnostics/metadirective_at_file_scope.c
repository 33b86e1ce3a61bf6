// What a metadirective at file scope chooses would be ignored.
static int a, b;
#pragma omp metadirective when(user={condition(1)}: threadprivate(a)) otherwise(nothing)
#pragma omp metadirective when(user={condition(0)}: nothing) otherwise(threadprivate(b))
int f(void) { return a + b; }
