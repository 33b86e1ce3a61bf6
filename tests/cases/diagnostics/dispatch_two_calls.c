static void f(void) {}
int main(void)
{
  int x = 0;
#pragma omp dispatch
  {
    f();
    f();
  }
  return x;
}
