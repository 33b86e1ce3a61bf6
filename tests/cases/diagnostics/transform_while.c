int main(void) {
  int i = 0;
#pragma omp tile sizes(2)
  while (i < 4)
    i++;
}
