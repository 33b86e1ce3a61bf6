// severity(warning) lets the program compile.
int f(void) {
#pragma omp error severity(warning) message("old interface") at(compilation)
  return 0;
}
