extern int external;
#pragma omp groupprivate(external)
#pragma omp begin declare target
void begin(int);
int bump(int);
#pragma omp end declare target
