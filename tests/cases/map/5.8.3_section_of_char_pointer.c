#include <stdio.h>
#include <string.h>

int main(void)
{
  char text[] = "Hello, device";
  char *p = text;
  int n = (int)strlen(p);
#pragma omp target map(tofrom: p[0:n])
  for (int i = 0; i < n; i++)
    if (p[i] >= 'a' && p[i] <= 'z')
      p[i] -= 'a' - 'A';
  puts(strcmp(text, "HELLO, DEVICE") == 0 ? "ok" : text);
  return 0;
}
