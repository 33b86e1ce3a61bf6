void v(void);
#pragma omp declare variant(v) match(user={condition(score(-1): 1)})
void f(void);
int main(void){return 0;}
