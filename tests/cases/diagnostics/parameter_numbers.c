// flags: -fopenmp-version=60
void variant(int n, int *a, int *b);
#pragma omp declare variant(variant) match(construct = {dispatch}) adjust_args(need_device_ptr : 0, 3:9, 1, 2:x)
void base(int n, int *a, int *b) { }
