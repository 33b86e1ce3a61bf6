// A condition is a scalar.
struct s {int x;}; void f(int n, double*a, struct s s){
#pragma omp metadirective when(user={condition(s)}: parallel for)
for(int i=0;i<n;i++) a[i]=0; }
