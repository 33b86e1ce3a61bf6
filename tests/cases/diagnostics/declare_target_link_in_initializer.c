int x;
#pragma omp declare target link(x)
int *p = &x;
#pragma omp declare target enter(p)
int main(void){ int r=0;
#pragma omp target map(from:r)
r = p != 0;
return !r; }
