// The chapter about extensions of C in GCC's manual, entry by entry; what has a case of its own is not here.
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#include <stdlib.h>
#include <stdarg.h>
#include <stdint.h>
#include <limits.h>
#include <float.h>
#include <math.h>
#pragma omp begin declare target
#define maxint(a,b) ({__typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
typedef struct { int a, b; } S;
static long do_stmtexpr(void){ S s = ({ S q = {1,2}; q.a += 5; q; }); int arr = ({ int x[3] = {4,5,6}; x; })[1]; return maxint(3, 9u) + ({;5;}) + s.a*10 + s.b + arr + ({ ({ 3; }) + 1; }); }
static int g(int n){ int s=0; for(int i=0;i<n;i++){ s += ({ if(i==3) continue; if(i==7) break; i; }); } return s + ({ if (s > 100) return -1; 1; }); }
static long do_stmtexprctl(void){ return g(10); }
static int h(const int*p){ static void *tab[]={&&a,&&b,&&c}; int r=0; static const int off[] = {&&a - &&a, &&b - &&a, &&c - &&a};
 goto *tab[*p]; a: r+=1; goto *(&&a + off[*++p]); b: r+=20; goto *tab[*++p]; c: return r; }
static long do_labelvals(void){ int p[]={0,1,1,0,2}; return h(p); }
static int h2(int k){ void *p = k ? &&x : &&y; void *q = p; goto *q; x: return 1; y: return 2; }
static long do_labelptr(void){ return h2(0)*10+h2(1); }
#define pointer(T) __typeof__(T *)
#define array(T, N) __typeof__(T [N])
static int ff(int);
static long do_typeof(void){ array(pointer(char),4) y; char c=3; y[2]=&c; typeof(*y[2]) z=*y[2]; __typeof__(ff) *fp=0; typeof (int *) p,q; return sizeof y + z + (fp==0) + sizeof(p)+sizeof q; }
static int n; static int cnt(void){ return ++n; }
static long do_condomit(void){ n=0; int x=0; long r= (cnt() ?: 5) + (x ?: 7); const char*s=0; return r*10 + (s ?: "ab")[1] + n; }
static long do_longlong(void){ long long a=0x123456789abcdefLL; unsigned long long b=12345678901234ULL; return (a*b)>>7 ^ (a<<33) ^ (b%77); }
static long do_complex(void){ __complex__ float x=1.0f+2.5iF; _Complex double y=3-4i; __complex__ int ci=3+4i; ci*=ci; x*=x; y/=(2+1i); return (long)(__real__ x*100+__imag__ x*10+__real__ y*7+__imag__ y) + __real__ ci*1000+__imag__ ci + (long)(__imag__ ~y); }
static long do_complexj(void){ double _Complex z=2.0j; __imag__ z = 7; __real__ z += 2; double _Complex w = -z; return (long)(__real__ w) *100 + (long)__imag__ w + (z == w) + (z != 3) *2 ; }
static long do_hexfloat(void){ double d=0x1.8p3+0x.3p4f+0X1P-2; return (long)(d*1000); }
struct line { int length; char contents[0]; }; struct fl { int n; int x[]; };
static struct fl gfl={2,{3,4}};
static long do_zerolen(void){ char buf[sizeof(struct line)+8] __attribute__((aligned(8))); struct line*l=(struct line*)buf; l->length=8; memset(l->contents,'a',8); return sizeof(struct line)+l->contents[7]+gfl.x[1]+sizeof(gfl); }
struct empty {}; struct he { int a; struct empty e; int b; };
static struct empty fe(struct empty e){ return e; }
static long do_emptystruct(void){ struct empty e; struct empty f=fe(e); (void)f; return sizeof(struct empty)+sizeof(struct he)*10+offsetof(struct he,b); }
static int sum(int n,int m,int a[n][m]){ int s=0; for(int i=0;i<n;i++)for(int j=0;j<m;j++)s+=a[i][j]; return s; }
static int tester(int len,char data[*][len]);
static int tester(int len,char data[][len]){ return sizeof(data[0])+data[1][len-1]; }
static long do_vla(void){ int n=3,m=4; int a[n][m]; for(int i=0;i<n;i++)for(int j=0;j<m;j++)a[i][j]=i*j; char d[2][5]={{1},{2,3,4,5,6}}; typedef int T[n]; n=9; T t; return sum(3,m,a)+sizeof(a)+tester(5,d)+sizeof(t); }
#define dbg(fmt, args...) snprintf(b,sizeof b,fmt , ## args)
#define dbg2(fmt, ...) snprintf(b,sizeof b,fmt, ##__VA_ARGS__)
static long do_vmacros(void){ char b[40]; int r=dbg("x"); r+=dbg2("%d %d",3,44); return r+b[0]; }
struct foo {int a[4];}; static struct foo f(void){ struct foo x={{1,2,3,4}}; return x; }
static long do_subscript(void){ int i=2; return f().a[i]+i[f().a]; }
static int fun(void){return 1;}
static long do_ptrarith(void){ char b[8]="abcdefg"; void*p=b; p=p+2; p++; return *(char*)p+sizeof(void)+sizeof(fun)+(p-(void*)b) + ((char*)(fun+1)-(char*)fun); }
typedef const int (*CP)[3];
static int sm(CP p){ return (*p)[0]+(*p)[2]; }
static long do_ptrarray(void){ int a[3]={1,2,3}; int(*q)[3]=&a; return sm(q); }
static int foo2(float f,float g){ float beat[2]={f-g,f+g}; return (int)(beat[0]*10+beat[1]); }
static long do_init(void){ return foo2(3,1); }
struct foo3 {int a; char b[2];}; static int *gp=(int[]){1,2,3}; static struct foo3 gs=((struct foo3){5,{'a','b'}}); static int garr[]=(int[]){7,8};
static struct foo3 *pp=&(struct foo3){9,{1,2}};
static long do_complit(void){ int x=1,y=2; struct foo3 s=(struct foo3){x+y,'a',0}; char**f=(char*[]){"x","y"}; int i=((int[]){1,2,3}[1]); int sc=(int){3}; return s.a+s.b[0]+f[1][0]+i+gp[2]+gs.a+garr[1]+sc+pp->a; }
static long do_caserange(void){ int r=0; for(int c=0;c<128;c++) switch(c){ case 'A'...'Z': r+=1; break; case '0' ... '9': r+=100; break; case -5 ... -1: r=-1; break; default: r+=10000; } unsigned u=0xfffffff0u; switch(u){ case 0x80000000u ... 0xffffffffu: r++; } return r; }
union foo4 {int x; double y; struct {int a,b;} s;}; static double take(union foo4 u){ return u.y; }
static long do_casetounion(void){ double y=3.5; int x=6; union foo4 u=(union foo4)x; return u.x+(long)(take((union foo4)y)*10); }
static long do_mixeddecl(void){ int i; i=3; int j=i+2; for(int k=0;k<2;k++) j+=k; return j; }
static int a$b=4; static int $f(void){return a$b;}
static long do_dollar(void){ int x$=3; return $f()+x$; }
static long do_escape(void){ return '\e'+"\e[0m"[0]+'\x41'; }
static long do_altkw(void){ __const int a=1; __volatile__ int b=2; __signed__ char c=-3; __signed d=4; int*__restrict__ p=&d; __inline int z(void); return a+b+c+*p+sizeof(__typeof(a)) + __extension__ ({3;}); }
enum foo5; static int takee(enum foo5*p){ return p==0; } enum foo5 {X1,X2};
static long do_incenum(void){ enum foo5 e=X2; return takee(0)+e; }
struct oo {int a; struct {char q[4]; int z[5];} b[3];};
static long do_offsetof(void){ int i=2; return offsetof(struct oo,b[1].z[2])+__builtin_offsetof(struct oo,b[i].z[i]); }
static long do_sync(void){ int a=1; long b=2; unsigned char c=3; long r=0; r+=__sync_fetch_and_add(&a,3); r+=__sync_add_and_fetch(&b,4); r+=__sync_fetch_and_sub(&c,1); r+=__sync_fetch_and_or(&a,8); r+=__sync_fetch_and_and(&a,12); r+=__sync_fetch_and_xor(&a,5); r+=__sync_fetch_and_nand(&a,5); r+=__sync_sub_and_fetch(&a,3); r+=__sync_or_and_fetch(&a,3); r+=__sync_and_and_fetch(&a,0xff); r+=__sync_xor_and_fetch(&a,3); r+=__sync_nand_and_fetch(&b,3); r+=__sync_bool_compare_and_swap(&c,2,9); r+=__sync_val_compare_and_swap(&c,9,10); __sync_synchronize(); r+=__sync_lock_test_and_set(&a,7); __sync_lock_release(&a); return r+a+b+c; }
static long do_atomic(void){ int a=1,e=1,o; long r=0; short s=4; r+=__atomic_load_n(&a,__ATOMIC_ACQUIRE); __atomic_load(&a,&o,__ATOMIC_SEQ_CST); r+=o; __atomic_store_n(&a,5,__ATOMIC_RELEASE); int v=6; __atomic_store(&a,&v,__ATOMIC_RELAXED); r+=__atomic_exchange_n(&a,7,__ATOMIC_ACQ_REL); v=8; __atomic_exchange(&a,&v,&o,__ATOMIC_SEQ_CST); r+=o; r+=__atomic_compare_exchange_n(&a,&e,9,0,__ATOMIC_SEQ_CST,__ATOMIC_RELAXED); r+=e; r+=__atomic_compare_exchange(&a,&e,&v,1,5,0); r+=__atomic_add_fetch(&a,2,5)+__atomic_sub_fetch(&a,1,5)+__atomic_and_fetch(&a,0xff,5)+__atomic_xor_fetch(&a,3,5)+__atomic_or_fetch(&a,16,5)+__atomic_nand_fetch(&a,3,5); r+=__atomic_fetch_add(&s,2,5)+__atomic_fetch_sub(&s,1,5)+__atomic_fetch_and(&s,0xff,5)+__atomic_fetch_xor(&s,3,5)+__atomic_fetch_or(&s,16,5)+__atomic_fetch_nand(&s,3,5); char f=0; r+=__atomic_test_and_set(&f,5); r+=__atomic_test_and_set(&f,5); __atomic_clear(&f,5); __atomic_thread_fence(5); __atomic_signal_fence(5); r+=__atomic_always_lock_free(4,0)+__atomic_is_lock_free(4,&a); int*p=&a; __atomic_fetch_add(&p,4,5); return r+a+s+f+((char*)p-(char*)&a); }
#pragma omp end declare target

int main(void)
{
  long host[] = { do_stmtexpr(), do_stmtexprctl(), do_labelvals(), do_labelptr(), do_typeof(), do_condomit(), do_longlong(), do_complex(), do_complexj(), do_hexfloat(), do_zerolen(), do_emptystruct(), do_vla(), do_vmacros(), do_subscript(), do_ptrarith(), do_ptrarray(), do_init(), do_complit(), do_caserange(), do_casetounion(), do_mixeddecl(), do_dollar(), do_escape(), do_altkw(), do_incenum(), do_offsetof(), do_sync(), do_atomic() };
  enum { count = sizeof host / sizeof *host };
  long device[count];
#pragma omp target map(from: device)
  {
    int i = 0;
    device[i++] = do_stmtexpr();
    device[i++] = do_stmtexprctl();
    device[i++] = do_labelvals();
    device[i++] = do_labelptr();
    device[i++] = do_typeof();
    device[i++] = do_condomit();
    device[i++] = do_longlong();
    device[i++] = do_complex();
    device[i++] = do_complexj();
    device[i++] = do_hexfloat();
    device[i++] = do_zerolen();
    device[i++] = do_emptystruct();
    device[i++] = do_vla();
    device[i++] = do_vmacros();
    device[i++] = do_subscript();
    device[i++] = do_ptrarith();
    device[i++] = do_ptrarray();
    device[i++] = do_init();
    device[i++] = do_complit();
    device[i++] = do_caserange();
    device[i++] = do_casetounion();
    device[i++] = do_mixeddecl();
    device[i++] = do_dollar();
    device[i++] = do_escape();
    device[i++] = do_altkw();
    device[i++] = do_incenum();
    device[i++] = do_offsetof();
    device[i++] = do_sync();
    device[i++] = do_atomic();
  }
  for (int i = 0; i < count; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
