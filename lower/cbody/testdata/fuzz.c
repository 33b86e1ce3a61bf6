typedef struct { char c[100]; } L; _Atomic L al;
int f(int x) { asm goto("" : : : : l); l: return x; }
struct I; extern struct I inc; extern int ea[];
int sw(int x) { switch (x) { case 1: return 2; } }
static int init = 3; static int *pp = &init + 1; static double bad = 0;
int h(void *p) { return *(int*)p + ea[1]; }
int main(void) { L v = al; __builtin_ia32_rdtsc(); int a[3] = {1,2,3}; return f(1)  + sw(3) + h(a) + v.c[0]; }
