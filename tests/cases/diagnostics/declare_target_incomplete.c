extern struct S s;
#pragma omp declare target enter(s)
int main(void){return 0;}
