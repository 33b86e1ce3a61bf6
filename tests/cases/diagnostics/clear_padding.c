// host: gcc
// What gcc clears is not known to device code.
int main(void)
{
  int ok = 0;
  #pragma omp target map(tofrom: ok)
  {
    struct { char a; int b; } p = { 1, 2 };
    __builtin_clear_padding(&p);
    ok = p.a;
  }
  return !ok;
}
