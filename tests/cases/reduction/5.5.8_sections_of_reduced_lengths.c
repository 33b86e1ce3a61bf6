/* OpenMP 5.2 §5.5.8: the bounds of a section are those at the construct, also where they are list items themselves. */
#include <stdio.h>
int main(void) {
  int n = 4, m = 3, bad = 0; int a[8] = {0}; double d[8]={0};
  #pragma omp target parallel for reduction(+: n, a[0:n]) map(a,n)
  for (int i = 0; i < 100; i++) { n++; a[i%4]++; }
  if (n != 104 || a[0] != 25) printf("1 %d %d\n", n, a[0]), bad=1;
  n = 4; for (int i=0;i<8;i++) a[i]=0;
  #pragma omp target teams distribute parallel for reduction(+: n, a[0:4]) map(a,n)
  for (int i = 0; i < 100; i++) { n++; a[i%4]++; }
  if (n != 104 || a[0] != 25) printf("2 %d %d\n", n, a[0]), bad=1;
  n = 4; for (int i=0;i<8;i++) a[i]=0;
  #pragma omp target map(a,n,d)
  {
    #pragma omp parallel for private(m) reduction(+: d[:m+1])
    for (int i = 0; i < 100; i++) { m = 1; d[i%4]+=m; }
    #pragma omp simd reduction(+: n, a[0:n])
    for (int i = 0; i < 100; i++) { n++; a[i%4]++; }
  }
  if (n != 104 || a[0] != 25|| d[0] != 25) printf("3 %d %d %g\n", n, a[0], d[0]), bad=1;
  n = 4; for (int i=0;i<8;i++) a[i]=0,d[i]=0; m=3;
  #pragma omp target parallel map(a,n,d)
  {
    #pragma omp for firstprivate(m) lastprivate(m) reduction(+: n, d[:m+1], a[0:4])
    for (int i = 0; i < 100; i++) { m = 1; d[i%4]+=m; n++; a[i%4]++; }
  }
  if (n != 104 || a[0] != 25|| d[0] != 25) printf("4 %d %d %g\n", n, a[0], d[0]), bad=1;
  n=4; for (int i=0;i<8;i++) a[i]=0;
  #pragma omp target parallel map(a,n,d)
  {
    #pragma omp single
    #pragma omp taskloop reduction(+: n, a[0:n])
      for (int i = 0; i < 100; i++)  n++,a[i%4]++; 
  }
  if (n != 104 || a[0] != 25) printf("5 %d %d %g\n", n, a[0], d[0]), bad=1;
  n=4; for (int i=0;i<8;i++) a[i]=0;
  #pragma omp target parallel map(a,n,d)
  {
    #pragma omp single
    #pragma omp taskgroup task_reduction(+: n, a[0:n])
      for (int i = 0; i < 100; i++)  
     #pragma omp task in_reduction(+: n) in_reduction(+: a[0:4])
      { n++,a[i%4]++;  }
  }
  if (n != 104 || a[0] != 25) printf("6 %d %d %g\n", n, a[0], d[0]), bad=1;
  if(!bad) puts("ok");
}
