// Half precision beside numbers of other types, the size of such expressions, variables with initial values.
#include <stdio.h>
#pragma omp begin declare target
static long mixed(void){ _Float16 h=1.5f16, k=(_Float16)0.1; h=h*k+3; _Float16 arr[3]={1,2,3}; float f=h; return (long)(f*10000)+sizeof(arr)+ (long)(arr[2]*h); }
static _Float16 gh=2.5f16, gk=3.75f16; struct hs {_Float16 a,b; int c;}; static struct hs gs={1,2.5,3};
static _Float16 mul(_Float16 a,int b){ return a*b; }
static long every(void){ _Float16 h=2; double d=h*2.0; h+=1; h++; int x=h>2; unsigned u=3; h-=u; h=-h; float f=h*1.25f; long long ll=h*3; _Float16 *p=&gh; *p=5; *p/=2; return d+x+(h==-1)+(long)(h*u)+(h<1L)+sizeof(h*2)*10+sizeof(h+1.0f)*100+!h+(h?3:4)+(long)(mul(h,5)*100)+(long)(f*100)+ll+(long)(gh*100)+(long)(gk*100)+(long)((gs.b+1)*10)+(h&&1)+(long)(1?h:3)+sizeof(h*2.0); }
typedef _Float16 v8 __attribute__((vector_size(16)));
static long elements(void){ v8 v={1,2,3,4}; v=v*v; _Float16 h=v[1]; h=h*3; return (long)h+sizeof v+(long)(v[2]*2); }
#pragma omp end declare target

int main(void)
{
  long host[] = { mixed(), every(), elements() };
  enum { n = sizeof host / sizeof *host };
  long device[n];
#pragma omp target map(from: device)
  {
    int i = 0;
    device[i++] = mixed();
    device[i++] = every();
    device[i++] = elements();
  }
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
