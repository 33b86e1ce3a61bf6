#include <stdio.h>
int one(void), two(void);
int main(void)
{
  printf("%d %d\n", one(), two());
  return 0;
}
