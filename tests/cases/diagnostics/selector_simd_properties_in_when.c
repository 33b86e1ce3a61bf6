// simd has no properties in when.
void f(int n, double*a){
#pragma omp metadirective when(construct={simd(simdlen(4))}: parallel for)
for(int i=0;i<n;i++) a[i]=0; }
