// gcc: no (gcc-12 has no sections in use_device_addr)
// OpenMP 5.2 §5.4.10: a section of use_device_addr has its own storage, also where no more
// of the array is mapped.
#include <stdio.h>

int main(void){
 int arr[20]; for(int i=0;i<20;i++) arr[i]=i; int bad=0; int *p=arr;
#pragma omp target data map(tofrom:arr[5:10]) use_device_addr(arr[5:10])
 {
#pragma omp target has_device_addr(arr)
  for(int i=5;i<15;i++) arr[i]*=2;
 }
 for(int i=0;i<20;i++) if(arr[i]!=((i>=5&&i<15)?2*i:i)) bad|=16;
#pragma omp target data map(tofrom:p[5:10]) use_device_addr(p[5:10])
 {
#pragma omp target has_device_addr(p[5:10])
  for(int i=5;i<15;i++) p[i]+=1;
 }
 for(int i=0;i<20;i++) if(arr[i]!=((i>=5&&i<15)?2*i+1:i)) bad|=32;
 printf(bad?"bad %d\n":"ok\n",bad); }
