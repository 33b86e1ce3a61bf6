/* Complex multiplication and division as gcc's library does them (C17 Annex G.5.1). */

#define MUL(NAME, T, COPYSIGN, ISINF)                                            \
void NAME(T *r, T a, T b, T c, T d)                                              \
{                                                                                \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                            \
    T x = ac - bd, y = ad + bc;                                                  \
    if (x != x && y != y) {                                                      \
        _Bool again = 0;                                                         \
        if (ISINF(a) || ISINF(b)) {                                              \
            a = COPYSIGN(ISINF(a) ? 1 : 0, a);                                   \
            b = COPYSIGN(ISINF(b) ? 1 : 0, b);                                   \
            if (c != c) c = COPYSIGN(0, c);                                      \
            if (d != d) d = COPYSIGN(0, d);                                      \
            again = 1;                                                           \
        }                                                                        \
        if (ISINF(c) || ISINF(d)) {                                              \
            c = COPYSIGN(ISINF(c) ? 1 : 0, c);                                   \
            d = COPYSIGN(ISINF(d) ? 1 : 0, d);                                   \
            if (a != a) a = COPYSIGN(0, a);                                      \
            if (b != b) b = COPYSIGN(0, b);                                      \
            again = 1;                                                           \
        }                                                                        \
        if (!again && (ISINF(ac) || ISINF(bd) || ISINF(ad) || ISINF(bc))) {      \
            if (a != a) a = COPYSIGN(0, a);                                      \
            if (b != b) b = COPYSIGN(0, b);                                      \
            if (c != c) c = COPYSIGN(0, c);                                      \
            if (d != d) d = COPYSIGN(0, d);                                      \
            again = 1;                                                           \
        }                                                                        \
        if (again) {                                                             \
            T inf = (T)__builtin_inf();                                          \
            x = inf * (a * c - b * d);                                           \
            y = inf * (a * d + b * c);                                           \
        }                                                                        \
    }                                                                            \
    r[0] = x;                                                                    \
    r[1] = y;                                                                    \
}

#define RECOVER(T, COPYSIGN, ISINF)                                              \
    if (x != x && y != y) {                                                      \
        T inf = (T)__builtin_inf();                                              \
        if (c == 0 && d == 0 && (!(a != a) || !(b != b))) {                      \
            x = COPYSIGN(inf, c) * a;                                            \
            y = COPYSIGN(inf, c) * b;                                            \
        } else if ((ISINF(a) || ISINF(b)) && FINITE(c) && FINITE(d)) {           \
            a = COPYSIGN(ISINF(a) ? 1 : 0, a);                                   \
            b = COPYSIGN(ISINF(b) ? 1 : 0, b);                                   \
            x = inf * (a * c + b * d);                                           \
            y = inf * (b * c - a * d);                                           \
        } else if ((ISINF(c) || ISINF(d)) && FINITE(a) && FINITE(b)) {           \
            c = COPYSIGN(ISINF(c) ? 1 : 0, c);                                   \
            d = COPYSIGN(ISINF(d) ? 1 : 0, d);                                   \
            x = 0 * (a * c + b * d);                                             \
            y = 0 * (b * c - a * d);                                             \
        }                                                                        \
    }                                                                            \
    r[0] = x;                                                                    \
    r[1] = y;

#define FINITE(x) ((x) - (x) == 0)
#define ISINFANY(x) ((x) == (x) && !FINITE(x))
#define ABS(x) ((x) < 0 ? -(x) : (x))

/* div_t and its kin are two integers in memory. */
#define QUOT(NAME, T) void NAME(T *r, T a, T b) { r[0] = a / b; r[1] = a % b; }
QUOT(__ompcc_div, int)
QUOT(__ompcc_ldiv, long)
QUOT(__ompcc_lldiv, long long)
QUOT(__ompcc_imaxdiv, long)

/* float: in double, where nothing overflows */
void __ompcc_divsc3(float *r, float a, float b, float c, float d)
{
    double aa = a, bb = b, cc = c, dd = d;
    double den = cc * cc + dd * dd;
    float x = (aa * cc + bb * dd) / den;
    float y = (bb * cc - aa * dd) / den;
    RECOVER(float, __builtin_copysignf, ISINFANY)
}

/* Smith's method with Baudin's improvement and scaling */
#define DIV(NAME, T, COPYSIGN, BIG, MIN, EPS)                                    \
void NAME(T *r, T a, T b, T c, T d)                                              \
{                                                                                \
    T ratio, den, x, y;                                                          \
    _Bool swap = ABS(c) < ABS(d);                                                \
    T g = swap ? d : c, h = swap ? c : d;                                        \
    T p = a, q = b, scale = 1;                                                   \
    if (ABS(g) >= BIG) scale = (T)0.5;                                           \
    p *= scale, q *= scale, g *= scale, h *= scale;                              \
    scale = 1;                                                                   \
    if (ABS(g) < EPS) scale = 1 / EPS;                                           \
    else if ((ABS(p) < MIN && ABS(q) < BIG * EPS && ABS(g) < BIG * EPS) ||       \
             (ABS(q) < MIN && ABS(p) < BIG * EPS && ABS(g) < BIG * EPS))         \
        scale = 1 / EPS;                                                         \
    p *= scale, q *= scale, g *= scale, h *= scale;                              \
    ratio = h / g;                                                               \
    den = h * ratio + g;                                                         \
    if (swap) {                                                                  \
        if (ABS(ratio) > MIN) {                                                  \
            x = (p * ratio + q) / den;                                           \
            y = (q * ratio - p) / den;                                           \
        } else {                                                                 \
            x = (h * (p / g) + q) / den;                                         \
            y = (h * (q / g) - p) / den;                                         \
        }                                                                        \
    } else {                                                                     \
        if (ABS(ratio) > MIN) {                                                  \
            x = (q * ratio + p) / den;                                           \
            y = (q - p * ratio) / den;                                           \
        } else {                                                                 \
            x = (p + h * (q / g)) / den;                                         \
            y = (q - h * (p / g)) / den;                                         \
        }                                                                        \
    }                                                                            \
    RECOVER(T, COPYSIGN, ISINFANY)                                               \
}

MUL(__ompcc_mulsc3, float, __builtin_copysignf, ISINFANY)
MUL(__ompcc_muldc3, double, __builtin_copysign, ISINFANY)
MUL(__ompcc_mulxc3, long double, __builtin_copysignl, ISINFANY)
DIV(__ompcc_divdc3, double, __builtin_copysign, 0x1p1023, 0x1p-1022, 0x1p-52)
DIV(__ompcc_divxc3, long double, __builtin_copysignl, 0x1p16383L, 0x1p-16382L, 0x1p-63L)
