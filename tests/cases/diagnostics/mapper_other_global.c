struct S { int n; int *p; }; int g;
#pragma omp declare mapper(struct S s) map(tofrom: g)
int main(void){return 0;}
