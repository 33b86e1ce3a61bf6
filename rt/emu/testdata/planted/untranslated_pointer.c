// finds: untranslated_pointer.c:11: host address dereferenced: (.|\n)*is on the host 24 bytes into 'x\[0:100\]', mapped at .*untranslated_pointer.c:9
#include <stdlib.h>

int main(void)
{
  double *x = calloc(100, sizeof *x);
  unsigned long address = (unsigned long)x;
  double y = 0;
#pragma omp target map(to: x[0:100]) map(tofrom: y)
  {
    y = ((double *)address)[3];
  }
  return y != 0;
}
