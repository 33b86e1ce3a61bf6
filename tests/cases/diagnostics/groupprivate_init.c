// flags: -fopenmp-version=60
static int x = 3;
#pragma omp groupprivate(x)
int main(void){return 0;}
