/* Compares the device library (rt/devlib), compiled for the host under other names,
 * with the host's C library on random arguments: compare [count]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <ctype.h>
#define OMPCC_DEVLIB_TEST
#undef isalpha
#undef NULL
#undef LONG_MAX
#include "../../../rt/devlib/devlib.h"
int omp_get_team_num(void){return 0;} int __ompcc_hardware_thread(void){return 0;}
#include "../../../rt/devlib/string.c"
#include "../../../rt/devlib/ctype.c"
#include "../../../rt/devlib/malloc.c"
#include "../../../rt/devlib/stdlib.c"
#include "../../../rt/devlib/float.c"
#include "../../../rt/devlib/stdio.c"
static char outbuf[100000]; static size_t outn;
void dev_devwrite(const char *s, size_t n){ memcpy(outbuf+outn,s,n); outn+=n; }
static int dsn(char *s, size_t n, const char *f, ...){ va_list ap; va_start(ap,f); int r=dev_vsnprintf(s,n,f,ap); va_end(ap); return r; }
static u64 seed=88172645463325252ULL; static u64 rnd(void){ seed^=seed<<13; seed^=seed>>7; seed^=seed<<17; return seed; }
static int bad;
static void eq(const char *what, const char *f, const char *a, const char *b){ if(strcmp(a,b)){ if(bad++<20) printf("%s %s: ours [%s] glibc [%s]\n", what,f,a,b);} }
static int cmp(const void*a,const void*b){ int x=*(const int*)a/10,y=*(const int*)b/10; return x<y?-1:x>y; }
int main(int argc,char**argv){
  int N_=argc>1?atoi(argv[1]):200000; static char a[3000],b[3000];
  for(int i=0;i<N_;i++){
    char f[40]; int k=0; f[k++]='%'; u64 r=rnd(); if(r&1)f[k++]='-'; if(r&2)f[k++]='+'; if(r&4)f[k++]=' '; if(r&8)f[k++]='#'; if(r&16)f[k++]='0';
    if(r&32) k+=sprintf(f+k,"%d",(int)(rnd()%30)); if(r&64) k+=sprintf(f+k,".%d",(int)(rnd()%25));
    double d; u64 bits=rnd(); switch(rnd()%6){case 0:memcpy(&d,&bits,8);break;case 1:d=(double)(long)(bits%2000001-1000000)/1000;break;case 2:d=(double)(bits%100)/8;break;case 3:d=pow(10,(double)(bits%40)-20);break;case 4:d=(bits%5)?(double)(bits%1000)+0.5:0.0;break;default:d=(bits&1)?1e300*(double)(bits%9):(bits&2?-INFINITY:(bits&4?NAN:-0.0)); if(d!=d) d=fabs(d);}
    switch(rnd()%3){
    case 0: f[k++]="feEgGaAF"[rnd()%8]; f[k]=0; sprintf(b,f,d); dsn(a,sizeof a,f,d); break;
    case 1: f[k++]='l'; f[k++]="duoxX"[rnd()%5]; f[k]=0; { long v=(long)(bits>>(bits%64)); snprintf(b,sizeof b,f,v); dsn(a,sizeof a,f,v);} break;
    default: if(rnd()&1) f[k++]='h'; if(rnd()&1) f[k++]='h'; f[k++]="diuoxX"[rnd()%6]; f[k]=0; { int v=(int)bits>>(bits%32); snprintf(b,sizeof b,f,v); dsn(a,sizeof a,f,v);} }
    eq("printf",f,a,b);
  }
  for(int i=0;i<N_;i++){ char s[900]; int k=0; u64 r=rnd(); double d; u64 bits=rnd(); memcpy(&d,&bits,8); if(r&1)s[k++]=' ';
    switch(r>>1&7){case 0: k+=sprintf(s+k,"%.17g",d);break;case 1:k+=sprintf(s+k,"%.*e",(int)(rnd()%30),d);break;case 2:k+=sprintf(s+k,"%a",d);break;case 3:{int n=rnd()%40;for(int j=0;j<n;j++)s[k++]="0123456789."[rnd()%11]; k+=sprintf(s+k,"e%d",(int)(rnd()%80)-40);}break;case 4:k+=sprintf(s+k,"%.*f",(int)(rnd()%20),(double)(bits%100000)/7);break;case 5:k+=sprintf(s+k,"%d.%06de-3%02d",(int)(bits%9),(int)(bits%999999),(int)(bits>>40)%30);break;case 6: /* halfway */ {float fl; u32 fb=(u32)bits; memcpy(&fl,&fb,4); k+=sprintf(s+k,"%.150g",(double)fl*(1+0x1p-24));}break;default:k+=sprintf(s+k,"%s",(const char*[]){"inf","-NaN","infinit","0x.8p3","0x","1e","-.","+.5e+2"}[rnd()%8]);}
    s[k]=0; char *e1,*e2; double x=dev_strtod(s,&e1),y=strtod(s,&e2); if(memcmp(&x,&y,8)&&!(x!=x&&y!=y)||e1!=e2){ if(bad++<20)printf("strtod %s: %a %a %td %td\n",s,x,y,e1-s,e2-s);} float fx=dev_strtof(s,&e1),fy=strtof(s,&e2); if(memcmp(&fx,&fy,4)&&!(fx!=fx&&fy!=fy)){ if(bad++<20)printf("strtof %s: %a %a\n",s,fx,fy);} 
    k=0; int base=(int)(rnd()%37); if(base==1)base=0; if(rnd()&1)s[k++]='-'; if(rnd()&1){s[k++]='0'; if(rnd()&1)s[k++]='x';} int n=(int)(rnd()%22); for(int j=0;j<n;j++)s[k++]="0123456789abcdefXZ"[rnd()%18]; s[k]=0; long lx=dev_strtol(s,&e1,base),ly=strtol(s,&e2,base); if(lx!=ly||e1!=e2){if(bad++<20)printf("strtol %s %d: %ld %ld %td %td\n",s,base,lx,ly,e1-s,e2-s);} u64 ux=dev_strtoul(s,&e1,base),uy=strtoul(s,&e2,base); if(ux!=uy||e1!=e2){if(bad++<20)printf("strtoul %s %d: %lu %lu\n",s,base,ux,uy);} }
  for(int c=-1;c<256;c++){ int x=0; 
#define CT(n) if(!dev_##n(c)!=!n(c)) x++;
   CT(isalpha)CT(isdigit)CT(isalnum)CT(isxdigit)CT(isspace)CT(isblank)CT(iscntrl)CT(isprint)CT(isgraph)CT(ispunct)CT(isupper)CT(islower) if(dev_tolower(c)!=tolower(c)||dev_toupper(c)!=toupper(c))x++; if(c>=0&&c<128&&(*dev___ctype_b_loc())[c]!=(*__ctype_b_loc())[c])x++; if(c>=0&&((*dev___ctype_tolower_loc())[c]!=(*__ctype_tolower_loc())[c]||(*dev___ctype_toupper_loc())[c]!=(*__ctype_toupper_loc())[c]))x++; if(x){bad++;printf("ctype %d: %d\n",c,x);} }
  for(int i=0;i<N_/200;i++){ static int p[3000],q[3000]; int n=(int)(rnd()%3000); for(int j=0;j<n;j++)p[j]=q[j]=(int)(rnd()%5000); dev_qsort(p,n,4,cmp); qsort(q,n,4,cmp); if(memcmp(p,q,n*4)){bad++;printf("qsort %d\n",n);break;} }
  for(int i=0;i<N_;i++){ char s[40],t[40]; int n=(int)(rnd()%12),m=(int)(rnd()%4); for(int j=0;j<n;j++)s[j]="abcAB "[rnd()%6]; s[n]=0; for(int j=0;j<m;j++)t[j]="abcAB "[rnd()%6]; t[m]=0; size_t z=rnd()%14; int c="abcAB z"[rnd()%8];
#define SG(x) (((x)>0)-((x)<0))
#define CK(e1,e2) if((e1)!=(e2)){ if(bad++<20) printf("%s [%s] [%s] %zu\n",#e1,s,t,z);}
   CK(dev_strlen(s),strlen(s)) CK(dev_strstr(s,t),strstr(s,t)) CK(SG(dev_strcmp(s,t)),SG(strcmp(s,t))) CK(SG(dev_strncmp(s,t,z)),SG(strncmp(s,t,z))) CK(dev_strspn(s,t),strspn(s,t)) CK(dev_strcspn(s,t),strcspn(s,t)) CK(dev_strchr(s,c),strchr(s,c)) CK(dev_strrchr(s,c),strrchr(s,c)) CK(dev_strpbrk(s,t),strpbrk(s,t)) CK(dev_memchr(s,c,n),memchr(s,c,n)) CK(dev_strnlen(s,z),strnlen(s,z)) char u[60],v[60]; memset(u,1,60);memset(v,1,60); dev_strncpy(u,s,z);strncpy(v,s,z); CK(memcmp(u,v,60),0) strcpy(u,s);strcpy(v,s);dev_strncat(u,t,z);strncat(v,t,z);CK(strcmp(u,v),0) char *sv1,*sv2; strcpy(u,s);strcpy(v,s); char*x=dev_strtok_r(u,t,&sv1),*y=strtok_r(v,t,&sv2); for(;;){ CK(!x,!y) if(!x||!y)break; CK(x-u,y-v) x=dev_strtok_r(NULL,t,&sv1);y=strtok_r(NULL,t,&sv2);} }
  { char *p[200]={0}; size_t sz[200]; for(int i=0;i<N_;i++){ int k=(int)(rnd()%200); if(p[k]){ for(size_t j=0;j<sz[k];j++) if(p[k][j]!=(char)k){bad++;printf("malloc overlap\n");break;} dev_free(p[k]);p[k]=0;} else { sz[k]=rnd()%3000; int w=(int)(rnd()%3); p[k]=w==0?dev_malloc(sz[k]):w==1?dev_calloc(1,sz[k]):dev_aligned_alloc(64,sz[k]); if(!p[k]){ if(bad++<5) printf("malloc failed\n");break;} if(w==2&&(u64)p[k]%64){bad++;printf("align\n");} if(w==1) for(size_t j=0;j<sz[k];j++) if(p[k][j]){bad++;printf("calloc\n");break;} memset(p[k],k,sz[k]); if(!(rnd()%4)){ size_t ns=rnd()%5000; p[k]=dev_realloc(p[k],ns); memset(p[k],k,ns>sz[k]?ns:0); if(ns<sz[k]||1) sz[k]=ns; for(size_t j=0;j<ns;j++)p[k][j]=(char)k; } } } printf("arena %lu\n", arena_used); }
  printf("bad %d\n",bad); return bad!=0; }
