// flags: -fopenmp-version=60
static int x;
#pragma omp groupprivate(x)
int main(void){
#pragma omp target map(x)
 x = 1;
}
