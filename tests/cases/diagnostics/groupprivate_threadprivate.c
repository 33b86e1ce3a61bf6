// flags: -fopenmp-version=60
int x;
#pragma omp threadprivate(x)
#pragma omp groupprivate(x)
int main(void){return 0;}
