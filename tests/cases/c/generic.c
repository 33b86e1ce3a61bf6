// Generic selections: pointers to functions, to pointers and to const, enumerations, nested selections, selections as callees.
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#include <stdlib.h>
#include <stdint.h>
#pragma omp begin declare target
static long kinds(void){ volatile int v=1; int *const cp=0; const int *pc=0; enum e{A}x=A; _Bool b=1; char c=1; return _Generic(v,int:1,default:2)+_Generic(cp,int*:1,default:2)*10+_Generic(pc,int*:1,const int*:2,default:3)*100+_Generic(x,unsigned:1,int:2,default:3)*1000+_Generic(A,int:1,unsigned:2)*10000+_Generic(b,_Bool:1,default:2)*100000+_Generic(c,char:1,signed char:2,unsigned char:3)*1000000+_Generic('a',int:1,char:2)*10000000+_Generic(c+c,int:1,default:2)*100000000L+_Generic(&v,volatile int*:1,int*:2,default:3)*1000000000L; }
struct n {int a; const char *p; char *q; volatile int v; const char arr[3];}; static int fi(int x){return x;} static int fd(double x){return x;} static const char *cs(void){return "a";}
#define K(x) _Generic((x), char*: 1, const char*: 2, int(*)(int): 3, int(*)(double): 4, char**: 5, int*: 6, const int*: 7, struct n*: 8, const struct n*: 9, void*: 10, const void*: 11, volatile int*:12, int**:13, default: 14)
static long pointers(void){ struct n s={0}; const struct n cs1={0}; char *cp=0,**cpp=0; const int ci=0; int i=0,*ip=&i; const void*cv=0; double d; const struct n*ps=&s; int (*fp)(double)=fd;
 long r=0; r=r*15+K(cp); r=r*15+K("s"); r=r*15+K(cs()); r=r*15+K(fi); r=r*15+K(fd); r=r*15+K(fp); r=r*15+K(&fi); r=r*15+K(cpp); r=r*15+K(ip); r=r*15+K(&ci); r^=K(&s)+16*K(ps)+256*K(&cs1)+4096*K((void*)0); r^=(K(cv)+15*K(&s.v)+15*15*K(&ip)+15*15*15*K(&d))*7919L; r^=(K(s.p)+15*K(s.q)+15*15*K(s.arr)+15*15*15*K((const char*)cp))*104729L; r^=(K(i?cp:s.p)+15*K(cp+1)+15*15*K((const int*)ip))*1299709L; return r; }
#define T(x) _Generic((x), _Bool:"b", char:"c", signed char:"sc", unsigned char:"uc", short:"s", unsigned short:"us", int:"i", unsigned:"u", long:"l", unsigned long:"ul", long long:"ll", unsigned long long:"ull", float:"f", double:"d", long double:"ld", default:"?")
static long names(void){ enum {N=-1,M=3}; enum big {BB=1L<<40}; enum un {U1} u=U1; struct {int b:3;} s={1}; long h=0; const char*l[]={T((_Bool)1),T((char)1),T((signed char)1),T((unsigned char)1),T((short)1),T(1u),T(1L),T(1UL),T(1LL),T(1ULL),T(1.f),T(1.0),T(M),T(N),T(u),T(s.b+0),T(sizeof 1),T('a'),T(BB),T((short)1+(short)1),T(1?1:2L)}; for(int i=0;i<21;i++) for(const char*p=l[i];*p;p++) h=h*31+*p; return h; }
#define NEST(x) _Generic((x), int: _Generic((x)+1.0, double: 5, default: 6), default: _Generic((x), long: 7, default: _Generic(&(x), const float*: 8, float*: 9, default: 10)))
static float sq(float x){return x*x;} static double sqd(double x){return x*x*2;}
#define SQ(x) _Generic((x), float: sq, default: sqd)(x)
static long nested(void){ const float f=1; float g=2; int i; long l; i=4; return NEST(i)+NEST(l)*10+NEST(f)*100+NEST(g)*1000+(long)SQ(3.f)*10000+(long)SQ(3)*100000+i+_Generic(_Generic(1,int:1.0,default:2),double:1,default:2) + sizeof(_Generic("abc",char*:"abc",default:1)); }
static long constants(void){ int x=3; _Static_assert(_Generic(1u,unsigned:1,default:0),"x"); int a[_Generic(1.0,float:1,double:2)]; switch(x){ case _Generic('a',int:3,default:4): x++; } return x+sizeof a
+ _Generic(x,
  int:
    5, 
  default: 4)
; }
#pragma omp end declare target

int main(void)
{
  long host[] = { kinds(), pointers(), names(), nested(), constants() };
  enum { n = sizeof host / sizeof *host };
  long device[n];
#pragma omp target map(from: device)
  {
    int i = 0;
    device[i++] = kinds();
    device[i++] = pointers();
    device[i++] = names();
    device[i++] = nested();
    device[i++] = constants();
  }
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
