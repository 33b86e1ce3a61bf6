// OpenMP 5.2 §5.4.3: a target region in a parallel region maps the private copies of many global variables.
#include <stdio.h>

int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, k = 9, l = 10, m = 11, n = 12;

int main(void)
{
  int sum = 0;
#pragma omp parallel private(a, b, c, d, e, f, g, h, k, l, m, n) num_threads(2) reduction(+ : sum)
  {
    a = b = c = d = e = f = g = h = k = l = m = n = 10;
#pragma omp target map(tofrom : a, b, c, d, e, f, g, h, k, l, m, n)
    {
      a += 1;
      b += 2;
      c += 3;
      d += 4;
      e += 5;
      f += 6;
      g += 7;
      h += 8;
      k += 9;
      l += 10;
      m += 11;
      n += 12;
    }
    sum += a + b + c + d + e + f + g + h + k + l + m + n == 198 ? 1 : 100;
  }
  if (sum < 1 || sum > 2 || a + b + c + d + e + f + g + h + k + l + m + n != 78) {
    printf("sum %d, %d %d\n", sum, a, n);
    return 1;
  }
  printf("ok\n");
}
