int a[3];
#pragma omp declare target enter(a[0:2])
