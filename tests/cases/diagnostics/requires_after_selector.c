// requires stands before a selector that asks for what it requires.
int a(void){return 1;}
#pragma omp declare variant(a) match(implementation={requires(unified_address)})
int f(void){return 0;}
#pragma omp requires unified_address
int printf(const char *, ...); int main(void){ printf("%d\n", f()); return 0; }
