// gcc: no (some of these builtins, and ext_vector_type, are clang's)
// Classes of numbers, a scalar for all elements, assembly without instructions and with the flags as results, atomic minimum and maximum.
#include <stdio.h>
#include <math.h>
#include <stdatomic.h>
#pragma omp begin declare target
static long classes(void){ double z=0,t=1e-310; return __builtin_iszero(z)+2*__builtin_issubnormal(t)+4*__builtin_issubnormal(1.0)+8*__builtin_issignaling(t)+16*__builtin_iszero(t); }
static long others(void){ int x=3; int y=*__builtin_addressof(x); int s=__sync_swap(&x,9); return y+s*10+x*100; }
static long empty(void){ __asm__ volatile(""); asm volatile("" ::: "memory"); int x=5; long y=7; float f=2; __asm__("" : "+r"(x)); asm volatile("" :: "g"(x)); asm("":"=r"(x):"0"(x)); return x; }
static long flags(void){ char z=0; int c=5; int a=3,b=3; 
#ifndef GPU
asm("cmpl %2,%1":"=@ccz"(z):"r"(a),"r"(b)); asm("cmpl %2,%1":"=@ccl"(c):"r"(a),"r"(b+1));
#else
z=1;c=1;
#endif
return z+c*10; }
typedef float float4 __attribute__((ext_vector_type(4))); typedef int int4 __attribute__((ext_vector_type(4)));
static long elements(void){ float4 v=(float4)(1.0f,2.0f,3.0f,4.0f); float4 w=(float4)(2.0f); float4 s=(float4)2.0f; int4 c=v>w; float4 r=v+w; w=v*2; return (long)(v[1]+w[2]+s[0]+r[0]+r[3])+c[3]; }
static long atomics(void){ _Atomic int a; __c11_atomic_init(&a,3); int e=3; long r=__c11_atomic_fetch_add(&a,2,5)+__c11_atomic_load(&a,5)+__c11_atomic_exchange(&a,9,5); __c11_atomic_store(&a,4,5); e=4; r+=__c11_atomic_compare_exchange_strong(&a,&e,11,5,5); r+=__c11_atomic_fetch_max(&a,20,5)+__c11_atomic_fetch_min(&a,2,5)+__c11_atomic_fetch_nand(&a,3,5); return r+a; }
static long extremes(void){ int a=3; long r=__atomic_fetch_max(&a,20,5)+__atomic_fetch_min(&a,2,5)+__atomic_max_fetch(&a,7,5)+__atomic_min_fetch(&a,-4,5); return r+a; }
#pragma omp end declare target

int main(void)
{
  long host[] = { classes(), others(), empty(), flags(), elements(), atomics(), extremes() };
  enum { count = sizeof host / sizeof *host };
  long device[count];
#pragma omp target map(from: device)
  {
    int i = 0;
    device[i++] = classes();
    device[i++] = others();
    device[i++] = empty();
    device[i++] = flags();
    device[i++] = elements();
    device[i++] = atomics();
    device[i++] = extremes();
  }
  for (int i = 0; i < count; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
