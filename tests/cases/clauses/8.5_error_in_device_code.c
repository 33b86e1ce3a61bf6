// gcc: no (libgomp prints the message of its own)
// OpenMP 5.2 §8.5: an error directive at execution in device code is met when it is
// executed, with a message that is known then.
#include <stdio.h>
#include <string.h>

int main(void)
{
  int x = 1;
  char text[16];
  strcpy(text, "a warning");
#pragma omp target map(tofrom: x) map(to: text)
  {
    if (x > 1) {
#pragma omp error at(execution) severity(fatal) message("not met")
    }
#ifndef GPU // where the message goes to the standard output
#pragma omp error at(execution) severity(warning) message(text)
#endif
    x++;
  }
#pragma omp error at(execution) severity(warning) message(text)
  puts(x == 2 ? "ok" : "error");
  return 0;
}
