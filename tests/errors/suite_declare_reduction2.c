// Lines with the comment "wrong" are wrong, and all others are right.
struct S { int x; }; int gl; void init(struct S *, struct S *); int *gp;
#pragma omp declare reduction(a1: struct S: omp_out.x += omp_in.x)
#pragma omp declare reduction(a1: struct S: omp_out.x += omp_in.x) // wrong
#pragma omp declare reduction(a1: int, long: omp_out += omp_in)
#pragma omp declare reduction(a2: int, int: omp_out += omp_in) // wrong
#pragma omp declare reduction(+: int: omp_out += omp_in) // wrong
#pragma omp declare reduction(+: struct S: omp_out.x += omp_in.x)
#pragma omp declare reduction(min: double: omp_out += omp_in) // wrong
#pragma omp declare reduction(&&: struct S: omp_out.x = omp_out.x && omp_in.x)
#pragma omp declare reduction(a3: int[3]: omp_out[0] += omp_in[0]) // wrong
#pragma omp declare reduction(a4: void (*)(void): omp_out = omp_in)
#pragma omp declare reduction(a5: const int: omp_out += omp_in) // wrong
#pragma omp declare reduction(a6: int: omp_out += gl) // wrong
#pragma omp declare reduction(a7: int: omp_out += omp_orig) // wrong
#pragma omp declare reduction(a8: int: omp_out += omp_in) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(a9: int: omp_out += omp_in) initializer(omp_priv = omp_out) // wrong
#pragma omp declare reduction(b1: int: omp_out += omp_in) initializer(omp_priv = 0) initializer(omp_priv = 1) // wrong
#pragma omp declare reduction(b2: int: omp_out += omp_in) initializer(0) // wrong
#pragma omp declare reduction(b3: struct S: omp_out.x += omp_in.x) initializer(init(&omp_priv, &omp_orig))
#pragma omp declare reduction(b4: struct S: omp_out.x += omp_in.x) initializer(init(&omp_orig, &omp_orig)) // wrong
#pragma omp declare reduction(b5: int: omp_out += omp_in) bad // wrong
#pragma omp declare reduction(b6: nosuch: omp_out += omp_in) // wrong
#pragma omp declare reduction(b7: int: undeclared(omp_out)) // wrong
#pragma omp declare reduction(b8: int: omp_out.x += 1) // wrong
#pragma omp declare reduction(b9: struct U: omp_out) // wrong
#pragma omp declare reduction(/: struct S: omp_out.x += omp_in.x) // wrong
void f(int n) {
  struct S s; int x; float fl;
#pragma omp parallel reduction(a1: s, x)
  x++;
#pragma omp parallel reduction(a1: fl) // wrong
  x++;
#pragma omp parallel reduction(+: s)
  x++;
#pragma omp parallel reduction(*: s) // wrong
  x++;
  {
#pragma omp declare reduction(loc: int: omp_out += omp_in)
#pragma omp parallel reduction(loc: x)
    x++;
  }
#pragma omp parallel reduction(loc: x) // wrong
  x++;
}
