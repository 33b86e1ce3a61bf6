int x, y;
#pragma omp declare target(x) enter(y)
