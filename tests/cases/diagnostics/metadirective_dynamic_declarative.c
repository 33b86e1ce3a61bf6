// The running program chooses among executable directives.
void f(int n, double*a){
static int x;
#pragma omp metadirective when(user={condition(n)}: threadprivate(x))
for(int i=0;i<n;i++) a[i]=0; }
