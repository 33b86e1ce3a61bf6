// A selector is in its set.
void f(int n, double*a){
#pragma omp metadirective when(kind(gpu): parallel for)
for(int i=0;i<n;i++) a[i]=0; }
