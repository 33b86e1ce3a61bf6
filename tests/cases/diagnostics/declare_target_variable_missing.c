extern int count;
int next(void);
#pragma omp declare target enter(next)
int next(void) { return ++count; }
