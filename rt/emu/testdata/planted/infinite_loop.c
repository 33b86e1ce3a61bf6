// finds: infinite_loop.c:[6-8]: infinite loop: the thread has executed
int main(void)
{
  volatile int go = 1;
  int n = 0;
#pragma omp target map(tofrom: go, n)
  while (go)
    n++;
  return n;
}
