int f(int);
#pragma omp declare target enter(f) device_type(host)
int g(int x) { return f(x); }
#pragma omp declare target enter(f) device_type(nohost)
