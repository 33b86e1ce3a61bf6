void stencil(int n,const double*a,double*b){
#pragma omp target teams distribute parallel for collapse(2) map(to:a[:n*n]) map(tofrom:b[:n*n])
for(int i=1;i<n-1;i++)for(int j=1;j<n-1;j++)b[i*n+j]=0.25*(a[(i-1)*n+j]+a[(i+1)*n+j]+a[i*n+j-1]+a[i*n+j+1])-a[i*n+j];}
