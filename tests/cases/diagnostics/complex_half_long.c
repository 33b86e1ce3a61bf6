typedef _Complex _Float16 half;
#pragma omp declare target
half h;
long double _Complex l;
int size(void) { return sizeof h + sizeof l; }
#pragma omp end declare target
