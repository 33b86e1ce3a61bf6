// A kind is named in the parentheses.
void f(int n, double*a){
#pragma omp metadirective when(device={kind()}: parallel for)
for(int i=0;i<n;i++) a[i]=0; }
