// ms_struct is another layout of bit-fields.
struct __attribute__((ms_struct)) pair { char a; int b : 3; };
int main(void)
{
  struct pair p = { 1 };
  unsigned char raw[8] = { 1 };
  #pragma omp target map(to: p) map(tofrom: raw)
  {
    raw[0] += p.a;
    raw[1] = p.b;
  }
  return raw[0] - 2;
}
