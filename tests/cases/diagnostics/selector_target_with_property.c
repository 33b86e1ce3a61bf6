// Only simd has properties in set construct.
void f(int n, double*a){
#pragma omp metadirective when(construct={target(4)}: parallel for)
for(int i=0;i<n;i++) a[i]=0; }
