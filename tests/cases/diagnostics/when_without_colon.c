// A colon stands between the selector and the directive.
void f(int n, double*a){
#pragma omp metadirective when(device={kind(gpu)} parallel for)
for(int i=0;i<n;i++) a[i]=0; }
