// A bit-field has no address and no register of its own.
struct flags {
  unsigned ready : 1;
} f;
#pragma omp declare target enter(f)
int main(void) {
#pragma omp target
  asm("" : "+r"(f.ready));
  return 0;
}
