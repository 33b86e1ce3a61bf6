int x;
#pragma omp declare target link(x) device_type(nohost)
int main(void){return 0;}
