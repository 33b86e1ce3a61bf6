// aarch64: no (attributes of x86)
// Attributes of functions, variables, types, labels and enumerators, where they may stand, and prototypes, by GCC's manual.
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#include <stdlib.h>
#include <stdarg.h>
#include <stdint.h>
#include <limits.h>
#include <float.h>
#include <math.h>
#include <complex.h>
#include <stdbool.h>
#pragma omp begin declare target
static inline int apply(int n, ...){ va_list ap; va_start(ap,n); int s=0; while(n--) s+=va_arg(ap,int); va_end(ap); return s; }
static long do_va1(void){ return apply(3,1,2,3); }
__attribute__((access(read_only,1,2))) static int a1(const char*p,int n){return p[n-1];}
__attribute__((alloc_size(1,2),malloc,assume_aligned(16),returns_nonnull)) static void*al(size_t n,size_t m){return malloc(n*m);}
__attribute__((alloc_align(1))) static void *al2(size_t a,size_t n){ return aligned_alloc(a,n); }
static long do_fa_access(void){ char*p=al(4,8); p[0]=3; int r=a1(p,1); free(p); char*q=al2(64,64); r+=((uintptr_t)q&63)==0; free(q); return r; }
__attribute__((artificial)) static inline int f1(int x){return x;}
__attribute__((always_inline)) static inline int f2(int x){return x+1;}
__attribute__((cold,noinline)) static int f3(int x){return x+2;}
__attribute__((hot)) static int f4(int x){return x+3;}
__attribute__((const)) static int f5(int x){return x*x;}
__attribute__((pure)) static int f6(const int*x){return *x;}
__attribute__((deprecated("no"))) static int f7(void){return 7;}
__attribute__((unavailable)) int f8(void);
__attribute__((error("bad"))) extern int f9(void);
__attribute__((warning("w"))) static int f10(void){return 10;}
__attribute__((flatten)) static int f11(int x){return f2(x);}
__attribute__((format(printf,2,3))) static int f12(char*b,const char*f,...){ va_list a; va_start(a,f); int r=vsprintf(b,f,a); va_end(a); return r; }
__attribute__((format_arg(1))) static const char*f13(const char*s){return s;}
__attribute__((leaf,nothrow)) static int f14(void){return 14;}
__attribute__((noclone,noipa)) static int f15(int x){return x+15;}
__attribute__((no_instrument_function,no_sanitize("address"),no_sanitize_address,no_sanitize_undefined,no_split_stack,no_stack_protector,no_profile_instrument_function,no_icf,no_reorder)) static int f16(int x){return x;}
__attribute__((nonnull(1))) static int f17(int*p){return *p;}
__attribute__((noplt)) static int f18(void){return 18;}
__attribute__((optimize("O3"))) static int f19(int x){return x+19;}
__attribute__((returns_twice)) static int f20(void){return 20;}
__attribute__((section(".text.foo"))) static int f21(void){return 21;}
__attribute__((sentinel)) static int f22(int a,...){ return a; }
__attribute__((stack_protect,unused,used,visibility("hidden"),warn_unused_result)) int f23(void){return 23;}
__attribute__((simd)) static int f24(int x){return x;}
__attribute__((target("sse2"))) static int f25(int x){return x+25;}
__attribute__((zero_call_used_regs("used"))) static int f26(int x){return x+26;}
__attribute__((externally_visible)) int f27(void){return 27;}
__attribute__((fd_arg(1))) static int f28(int x){return x;}
__attribute__((patchable_function_entry(2,1))) static int f29(int x){return x;}
__attribute__((tainted_args)) static int f30(int x){return x;}
__attribute__((nocf_check)) static int f31(int x){return x;}
__attribute__((force_align_arg_pointer)) static int f32(int x){return x;}
__attribute__((naked_not)) static int f33(int x){return x;}
static long do_fa_misc(void){ char b[20]; int x=4; return f1(1)+f2(1)+f3(1)+f4(1)+f5(2)+f6(&x)+f7()+f10()+f11(3)+f12(b,f13("%d"),55)+b[0]+f14()+f15(1)+f16(1)+f17(&x)+f18()+f19(1)+f20()+f21()+f22(3,NULL)+f23()+f24(1)+f25(1)+f26(1)+f27()+f28(1)+f29(1)+f30(1)+f31(1)+f32(1)+f33(1); }
__attribute__((noreturn)) static void die(int x){ __builtin_trap(); }
_Noreturn static void die2(void){ for(;;) __builtin_trap(); }
static int k3(int x){ if(x>100) die(x); if (x>200) die2(); return x; }
static long do_fa_noreturn(void){ return k3(5); }
__attribute__((noinline,const)) static int r1(int x){return x;} __attribute__((copy(r1))) static int r2(int x){return x+1;}
static long do_fa_copy(void){ return r2(3); }
__attribute__((weak)) int wk(int x){return x+1;}
static long do_fa_weak(void){ return wk(3); }
__attribute__((regparm(2),stdcall,fastcall,cdecl,thiscall)) static int rp(int a,int b){return a*10+b;}
static long do_fa_regparm(void){ return rp(3,4); }
static int asmg(int x){ switch(x){ case 1: x++; __attribute__((fallthrough)); case 2: return x; default: break; } if (x>3) goto ERR; return 0; ERR: __attribute__((cold,unused)); return 9; }
static long do_la_attrs(void){ return asmg(1)+asmg(7); }
enum EE { o __attribute__((deprecated)), n __attribute__((unavailable)), k __attribute__((unused)) = 5 };
static long do_ea_attrs(void){ return k; }
static int at7 __attribute__((unused)), at8 __attribute__((aligned(32)))=4; int at5(int __attribute__((unused)) a, int b __attribute__((unused))); struct __attribute__((aligned(4))) {char c;} at4; static char *__attribute__((aligned(8))) *at3;
static __attribute__((noinline)) int __attribute__((unused)) (*fpa)(int) = 0; __attribute__(()) static int at1;
static long do_attrsyntax2(void){ for (int i __attribute__((unused))=0;i<1;i++); return at8+sizeof at4+(fpa==0); }
static int (__attribute__((unused)) at2)=3;static void (__attribute__((noreturn)) *at6)(void);
static long do_attrsyntax3(void){ return at2; }
int isroot(short); static int isr(short); static int isr(x) short x; { return x==0; }
static long do_proto(void){ return isr(0); }
struct un {int a; union {int b; float c;}; struct {int d; struct {int e;};}; int f;}; struct inner {int p,q;}; 
static long do_unnamed(void){ struct un u={1,{2},{3,{4}},5}; u.e+=u.b; struct un w={.d=4,.b=7}; return u.e*100+u.f+w.d+w.b+offsetof(struct un,e); }
static long do_binconst(void){ return 0b1010+0B11u+0b1ull; }
static int sym asm("othersym")=4; int symf(void) asm("othersymf"); int symf(void){return 3;}
static long do_globalregasm(void){ return sym+symf(); }
#include <stdarg.h>
static int mx(int n,...){ va_list a,b; va_start(a,n); va_copy(b,a); double s=0; for(int i=0;i<n;i++) s+=va_arg(a,double); s+=va_arg(b,double); struct q {long a,b,c;} q=va_arg(a,struct q); va_end(a); va_end(b); return s+q.c; }
static long do_oldva(void){ struct q {long a,b,c;} q={1,2,3}; return mx(2,1.5,2.5f,q); }
_Static_assert(sizeof(int)==4,"x"); struct sa {int a; _Static_assert(1,"in"); int b;};
static long do_staticassert(void){ _Static_assert(1,"y"); return sizeof(struct sa); }
static long do_cnested(void){ struct {struct {int a[2][3];} x[2];} s={.x[1].a[1][2]=5,.x[0]={.a={[0]={1,2,3}}}}; return s.x[1].a[1][2]+s.x[0].a[0][1]; }
struct bf {unsigned a:3; int b:5; _Bool c:1; unsigned long long d:40; int:0; signed char e:4; enum {EA,EB} f:2; unsigned:3; int g;};
static long do_bitfields(void){ struct bf s={5,-3,1,0xffffffffffULL,-2,EB,9}; s.a+=7; s.b--; s.d<<=1; s.e*=3; return s.a+s.b*10+s.c+(long)(s.d>>3)+s.e+s.f+s.g+sizeof s; }
#pragma omp end declare target

int main(void)
{
  long host[] = { do_va1(), do_fa_access(), do_fa_misc(), do_fa_noreturn(), do_fa_copy(), do_fa_weak(), do_fa_regparm(), do_la_attrs(), do_ea_attrs(), do_attrsyntax2(), do_attrsyntax3(), do_proto(), do_unnamed(), do_binconst(), do_globalregasm(), do_oldva(), do_staticassert(), do_cnested(), do_bitfields() };
  enum { count = sizeof host / sizeof *host };
  long device[count];
#pragma omp target map(from: device)
  {
    int i = 0;
    device[i++] = do_va1();
    device[i++] = do_fa_access();
    device[i++] = do_fa_misc();
    device[i++] = do_fa_noreturn();
    device[i++] = do_fa_copy();
    device[i++] = do_fa_weak();
    device[i++] = do_fa_regparm();
    device[i++] = do_la_attrs();
    device[i++] = do_ea_attrs();
    device[i++] = do_attrsyntax2();
    device[i++] = do_attrsyntax3();
    device[i++] = do_proto();
    device[i++] = do_unnamed();
    device[i++] = do_binconst();
    device[i++] = do_globalregasm();
    device[i++] = do_oldva();
    device[i++] = do_staticassert();
    device[i++] = do_cnested();
    device[i++] = do_bitfields();
  }
  for (int i = 0; i < count; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
