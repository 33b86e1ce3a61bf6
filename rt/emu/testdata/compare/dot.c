double dot(int n,const double*x,const double*y){double s=0;
#pragma omp target teams distribute parallel for reduction(+:s) map(to:x[:n],y[:n])
for(int i=0;i<n;i++)s+=x[i]*y[i];return s;}
