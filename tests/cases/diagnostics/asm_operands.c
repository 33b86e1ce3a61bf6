// What the operands of asm statements must be; gcc and clang say so of host code only.
struct s { int a[9]; } g;
int main(void)
{
  int x = 0;
#pragma omp target map(x, g)
  {
    asm("" : "+r"(g));
    asm("" : : "r"(g));
    asm("mov %3, %0" : "=r"(x));
    asm("" : "=r"(x) : "1"(x));
    asm("" : "=r");
    asm goto("" : : : : x + 1);
  }
  return x;
}
