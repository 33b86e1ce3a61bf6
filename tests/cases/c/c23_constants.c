// flags: -std=gnu2x
// gcc: no (constexpr and auto are new)
// C23: named constants as constants, types from initialisers beside other specifiers, attributes in double brackets.
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#pragma omp begin declare target
struct [[gnu::packed]] p1 {char c; int x;}; struct p2 {char c; [[gnu::aligned(16)]] int x;}; struct p3 {char c; int x [[gnu::aligned(32)]];}; static int a4 [[gnu::aligned(64)]]; typedef int v4 [[gnu::vector_size(16)]]; [[gnu::always_inline]] static inline int id(int x){return x;} [[gnu::weak]] int wf(void){return 7;} enum [[gnu::packed]] pe {PA,PB}; [[gnu::noinline, gnu::const]] static int f2(int x){return x;} struct [[__gnu__::__packed__, deprecated]] p5 {char c; short x;}; 
static long attributes(void){ v4 v={1,2,3,4}; [[gnu::aligned(128)]] char buf[3]; return sizeof(struct p1)+sizeof(struct p2)*10+sizeof(struct p3)*100+((uintptr_t)&a4&63)+v[1]+id(1)+wf()+sizeof(enum pe)+f2(3)+((uintptr_t)buf&127)+_Alignof(struct p3)+sizeof(struct p5)*1000; }
constexpr int A=5; constexpr unsigned B[3]={1,2,3}; constexpr struct {int x,y;} S={3,4}; constexpr float F=1.5f; static constexpr long L=1L<<40; constexpr char STR[]="abc"; constexpr int A2=A+1; static int tab[A2]; static float gf=F*2; constexpr unsigned char UC=200; constexpr double PI=3.25; constexpr auto Z=7u; enum ce {CE=A2};
struct bits {int b:A; int arr[A2];};
static const int *addr(void){ return &A; }
static long named(void){ constexpr int k=A*2; int arr[k]={0}; static_assert(k==10); switch(10){ case k: arr[0]=1; } struct {int b:A;} bf; bf.b=3; enum {E=k}; struct bits sb={.b=3}; return sizeof arr+B[1]+S.y+(long)F+(L>>39)+STR[1]+arr[0]+bf.b+E+sizeof tab+(long)gf+UC+sizeof UC+(long)(PI*4)+Z+CE+*addr()+sizeof sb+_Generic(Z,unsigned:1,int:2)+(A & 4)+tab[A]; }
constexpr int N=5; static int plus(int N){ return N+1; }
static long shadowed(void){ int r=N; { int N=7; r+=N; } return r+plus(20); }
static auto gg=5; static long inferred(void){ auto x=3; const auto y=4.5f; static auto z=7L; auto const w=2; auto p=&x; auto arr="abc"; for (auto i=0;i<2;i++) x++; int a[3]={1,2,3}; const auto pa=a; return x+sizeof y+z+w+*p+arr[1]+gg+pa[1]+sizeof pa; }
#pragma omp end declare target

int main(void)
{
  long host[] = { attributes(), named(), shadowed(), inferred() };
  enum { n = sizeof host / sizeof *host };
  long device[n];
#pragma omp target map(from: device)
  {
    int i = 0;
    device[i++] = attributes();
    device[i++] = named();
    device[i++] = shadowed();
    device[i++] = inferred();
  }
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
