typedef int small __attribute__((mode(QI)));
typedef int v4 __attribute__((vector_size(16)));
_Thread_local int own = 3;
int counted(int n)
{
    int seen = 0;
    auto int odd(int);
    int m[n];
    struct pair { long a, b; } p = { 1, 2 };
    int even(int k) { seen++; return k == 0 ? 1 : odd(k - 1); }
    int odd(int k) { seen++; m[0] = k; return k == 0 ? 0 : even(k - 1); }
    struct pair swap(struct pair q) { p.a += q.b; return (struct pair){ p.b, sizeof m / sizeof m[0] }; }
    int (*f)(int) = even;
    struct pair (*g)(struct pair) = swap;
    return f(n) + g(p).a + seen + even(3);
}
int sign(int x)
{
    asm goto("test %0, %0\n\tjs %l1\n\tjz %l[zero]" : : "r"(x) : "cc" : negative, zero);
    return 1;
negative:
    return -1;
zero:
    return 0;
}
int folded(int x) { return __builtin_constant_p(x + 1) ? 3 ?: x : (x ?: 4); }
v4 turn(v4 v) { return __builtin_ia32_pshufd(v, 27); }
int modes(small s, int z __attribute__((mode(DI)))) { return s + (z >> 32) + __alignof__(sign) + own; }
