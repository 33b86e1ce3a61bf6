void f(void);
#pragma omp declare target enter(f) indirect device_type(host)
void f(void){}
int main(void){return 0;}
