int x;
#pragma omp declare target device_type(any)
