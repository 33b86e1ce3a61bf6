// The name in front of the colon is that of the function behind the directive.
int a(void){return 1;}
int g(void);
#pragma omp declare variant(g: a) match(device={kind(host)})
int f(void){return 0;}
int main(void){ return f(); }

