int f(int);
#pragma omp declare target enter(f)
#pragma omp declare target enter(f) device_type(host)
