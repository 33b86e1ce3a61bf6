int x;
#pragma omp declare target link(x) indirect
int main(void){return 0;}
