// A condition is one expression.
void f(int n, double*a){
#pragma omp metadirective when(user={condition(n, 1)}: parallel for)
for(int i=0;i<n;i++) a[i]=0; }
