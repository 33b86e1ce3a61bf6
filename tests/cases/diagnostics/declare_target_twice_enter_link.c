int x;
#pragma omp declare target enter(x)
#pragma omp declare target link(x)
int main(void){return 0;}
