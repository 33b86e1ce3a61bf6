// A set's selectors are in braces.
void f(int n, double*a){
#pragma omp metadirective when(device=kind(gpu): parallel for)
for(int i=0;i<n;i++) a[i]=0; }
