// One device has the traits.
void f(int n, double*a){
#pragma omp metadirective when(target_device={device_num(0,1), kind(gpu)}: parallel for)
for(int i=0;i<n;i++) a[i]=0; }
