// kind(any) is the only property of its set.
void f(int n, double*a){
#pragma omp metadirective when(device={kind(any), isa(sse)}: parallel for)
for(int i=0;i<n;i++) a[i]=0; }
