// aarch64: no (no __builtin_setjmp)
// setjmp and longjmp, also as gcc's builtins, on the CPU device.
// gpu: no (the stack frames of x86, and the C library of the host)
#include <stdio.h>
#include <setjmp.h>
#include <string.h>

#pragma omp begin declare target
static jmp_buf env;
static sigjmp_buf senv;
static void *words[5];

static int deeper(int n) { if (n == 0) longjmp(env, 7); return deeper(n - 1) + 1; }

static int again(void)
{
    volatile int tries = 0;
    int constant = 40, r = setjmp(env);
    tries++;
    if (r == 0) return deeper(5);
    return r * 1000 + tries * 100 + constant;
}

static int counted(void)
{
    volatile int n = 0;
    if (sigsetjmp(senv, 0) < 3) siglongjmp(senv, ++n);
    return n;
}

static int zero(void) { if (setjmp(env)) return 1; longjmp(env, 0); }

__attribute__((noinline)) static void jump(void) { __builtin_longjmp(words, 1); }

static int builtin(int a)
{
    char buffer[a];
    memset(buffer, 3, a);
    if (__builtin_setjmp(words)) return buffer[a - 1] + a;
    jump();
    return 0;
}

struct parser { jmp_buf fail; const char *at; int value; };
static int digit(struct parser *p)
{
    if (*p->at < '0' || *p->at > '9') longjmp(p->fail, 1 + (int)(p->at - (const char *)0 > 0));
    return *p->at++ - '0';
}
static int parse(struct parser *p, const char *text)
{
    p->at = text;
    p->value = 0;
    if (setjmp(p->fail)) return -p->value;
    while (*p->at) p->value = 10 * p->value + digit(p);
    return p->value;
}

static int failures(void)
{
    struct parser p;
    int bad = (again() != 7240) + 2 * (counted() != 3) + 4 * (zero() != 1) + 8 * (builtin(9) != 12);
    return bad + 16 * (parse(&p, "1234") != 1234) + 32 * (parse(&p, "56x8") != -56 || *p.at != 'x');
}
#pragma omp end declare target

int main(void)
{
    int bad = -1;
    #pragma omp target map(from: bad)
    bad = failures();
    int inside = 0; // within each thread's own frames
    #pragma omp target map(tofrom: inside)
    #pragma omp parallel for num_threads(4) reduction(+: inside)
    for (int i = 0; i < 100; i++) {
        struct parser p;
        inside += parse(&p, i % 2 ? "12" : "12?");
    }
    if (!bad && !inside) puts("ok");
    else printf("wrong: %#x %d\n", bad, inside);
    return bad || inside;
}
