// Other spellings: digraphs, designators without =, __alignof__ without parentheses, local labels of one name, attribute musttail.
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#pragma omp begin declare target
static long f_digraphs(void) <% int a<:3:>=<%1,2,3%>; return a<:2:>+"<:"<:0:>; %>
struct pt {int x,y;}; union u {int i; double d;};
static int w[]={[0 ... 9]=1,[10 ... 99]=2,[100]=3}; static int v2[]={[3] 5,[1] -2, [0] 3};
static struct pt pa[10]={[2].y=5,[2].x=4,[0].x=1};
static long f_desinit(void){ int a[6]={[4]=29,[2] 15}; struct pt p={y:3,x:4}; union u f={d:4}; struct pt q[2]={[1] {3,4}}; return a[2]+a[4]+p.x*10+p.y+(int)f.d+w[50]+w[9]+sizeof w+pa[2].y+v2[1]+v2[3]+q[1].y; }
struct AA {char c; double d;};
static long f_alignof(void){ struct {int x; char y __attribute__((aligned(32)));} s; return __alignof__(double)+__alignof__(s.y)*100+_Alignof(int)+__alignof(short)+__alignof__ s; }
static int mt(int x){ if(x<=0) return 3; 
#ifdef __clang__
__attribute__((musttail)) return mt(x-1);
#else
return mt(x-1);
#endif
}
static long f_musttail(void){ return mt(10); }
#define SEARCH(v,a,n) ({ __label__ found; int i; for(i=0;i<n;i++) if((a)[i]==(v)) goto found; i=-1; found: i; })
static long f_locallabels(void){ int a[4]={1,2,3,4}; return SEARCH(3,a,4)*10+SEARCH(9,a,4)+({ int k=0; again: if (k++<3) goto again; last: k; })+sizeof(struct { unsigned : 3; int z; }); }
#define WAIT(n) ({ __label__ again, out; int k=0; again: if (k++<n) goto again; out: k; })
static long f_labels2(void){ int r=WAIT(3)+WAIT(5); { __label__ x; goto x; x:; { __label__ x; goto x; x: r++; } } return r+WAIT(WAIT(2)); }
static long f_autotype(void){ __auto_type x=3.5f; const __auto_type y=4LL; volatile __auto_type v=x; for(__auto_type i=0u;i<3;i++) x++; return sizeof(x)*10+sizeof(y)+(long)x+sizeof v; }
#pragma omp end declare target

int main(void)
{
  long host[] = { f_digraphs(), f_desinit(), f_alignof(), f_musttail(), f_locallabels(), f_labels2(), f_autotype() };
  enum { n = sizeof host / sizeof *host };
  long device[n];
#pragma omp target map(from: device)
  {
    int i = 0;
    device[i++] = f_digraphs();
    device[i++] = f_desinit();
    device[i++] = f_alignof();
    device[i++] = f_musttail();
    device[i++] = f_locallabels();
    device[i++] = f_labels2();
    device[i++] = f_autotype();
  }
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
