/* Formatted output (C17 7.21.6), exact for every double, in the C locale.
 * long double arguments are read as 16 bytes and are not printed: GPUs have none. */

struct sink {
    char *s;
    size_t n, size; /* n characters so far, size bytes at s */
};

static void put(struct sink *o, char c)
{
    if (o->n < o->size) o->s[o->n] = c;
    o->n++;
}

static void fill(struct sink *o, char c, int n)
{
    while (n-- > 0) put(o, c);
}

static void puts_n(struct sink *o, const char *s, size_t n)
{
    while (n--) put(o, *s++);
}

struct spec {
    u8 left, plus, space, alt, zero;
    int width, prec; /* prec < 0: none given */
};

/* padded writes prefix and body, body after zeros zeros, in the field. */
static void padded(struct sink *o, const struct spec *f, const char *prefix, int np, int zeros, const char *body, int n)
{
    int pad = f->width - np - zeros - n;
    if (!f->left) fill(o, ' ', pad);
    puts_n(o, prefix, np);
    fill(o, '0', zeros);
    puts_n(o, body, n);
    if (f->left) fill(o, ' ', pad);
}

__attribute__((noinline)) static void integer(struct sink *o, const struct spec *f, u64 v, int neg, int base, int upper)
{
    char buf[24], prefix[2];
    int n = 0, np = 0, i = sizeof buf;
    u64 x = v;
    for (; x; x /= base) {
        int d = (int)(x % base);
        buf[--i] = (char)(d < 10 ? '0' + d : (upper ? 'A' : 'a') + d - 10);
    }
    n = (int)sizeof buf - i;
    if (neg) prefix[np++] = '-';
    else if (f->plus) prefix[np++] = '+';
    else if (f->space) prefix[np++] = ' ';
    int zeros = (f->prec < 0 ? 1 : f->prec) - n;
    if (f->alt && base == 8 && zeros <= 0 && (v || f->prec == 0)) zeros = 1;
    if (f->alt && base == 16 && v) prefix[0] = '0', prefix[1] = upper ? 'X' : 'x', np = 2;
    if (f->prec < 0 && f->zero && !f->left && zeros < f->width - np - n) zeros = f->width - np - n;
    if (zeros < 0) zeros = 0;
    padded(o, f, prefix, np, zeros, buf + i, n);
}

static int sign_of(const struct spec *f, int neg, char *prefix)
{
    if (neg) prefix[0] = '-';
    else if (f->plus) prefix[0] = '+';
    else if (f->space) prefix[0] = ' ';
    else return 0;
    return 1;
}

/* A finite double as decimal digits: words of nine digits, most significant
 * first, w[lo..hi); the integer part ends before w[POINT]. */
#define POINT 36
#define WORDS (POINT + 122)
#define E9 1000000000u

struct decimal {
    u32 w[WORDS];
    int lo, hi;
};

__attribute__((noinline)) static void decimal_of(struct decimal *d, double v)
{
    u64 bits = __builtin_bit_cast(u64, v) & ~(1ul << 63);
    int e = (int)(bits >> 52);
    u64 m = bits & ((1ul << 52) - 1);
    if (e) m |= 1ul << 52;
    else e = 1;
    e -= 1075;
    d->hi = POINT;
    d->lo = POINT - 2;
    d->w[POINT - 2] = (u32)(m / E9);
    d->w[POINT - 1] = (u32)(m % E9);
    while (e > 0) {
        int k = e < 29 ? e : 29;
        u64 c = 0;
        for (int i = d->hi - 1; i >= d->lo; i--) {
            c += (u64)d->w[i] << k;
            d->w[i] = (u32)(c % E9);
            c /= E9;
        }
        if (c) d->w[--d->lo] = (u32)c;
        e -= k;
    }
    while (e < 0) {
        int k = -e < 9 ? -e : 9;
        u32 c = 0;
        for (int i = d->lo; i < d->hi; i++) {
            u32 r = d->w[i] & ((1u << k) - 1);
            d->w[i] = (d->w[i] >> k) + c;
            c = (E9 >> k) * r;
        }
        if (c) d->w[d->hi++] = c;
        e += k;
    }
    while (d->lo < d->hi && !d->w[d->lo]) d->lo++;
    while (d->hi > POINT && d->hi > d->lo && !d->w[d->hi - 1]) d->hi--;
}

/* digit is the decimal digit of weight 10^p. */
static int digit(const struct decimal *d, int p)
{
    int i = p >= 0 ? POINT - 1 - p / 9 : POINT + (-p - 1) / 9;
    if (i < d->lo || i >= d->hi) return 0;
    int k = p >= 0 ? p % 9 : 8 - (-p - 1) % 9;
    u32 x = d->w[i];
    while (k--) x /= 10;
    return (int)(x % 10);
}

/* order is the weight of the first digit that is not zero; 0 for zero. */
static int order(const struct decimal *d)
{
    int i = d->lo;
    while (i < d->hi && !d->w[i]) i++;
    if (i >= d->hi) return 0;
    int p = (POINT - i) * 9 - 1;
    while (!digit(d, p)) p--;
    return p;
}

/* round_at rounds half to even at weight 10^p. */
__attribute__((noinline)) static void round_at(struct decimal *d, int p)
{
    int first = digit(d, p - 1), rest = 0;
    int i = p - 1 >= 0 ? POINT - 1 - (p - 1) / 9 : POINT + (-(p - 1) - 1) / 9;
    int k = p - 1 >= 0 ? (p - 1) % 9 : 8 - (-(p - 1) - 1) % 9;
    if (i < d->lo) {
        if (i < d->lo - 1 || d->lo >= d->hi) first = 0;
        rest = d->lo < d->hi;
    } else if (i < d->hi) {
        u32 below = 1;
        for (int j = 0; j < k; j++) below *= 10;
        rest = d->w[i] % below != 0;
        for (int j = i + 1; j < d->hi; j++) rest |= d->w[j] != 0;
    }
    int up = first > 5 || first == 5 && (rest || digit(d, p) & 1);
    /* Clear what is below weight p, then add one there. */
    int pi = p >= 0 ? POINT - 1 - p / 9 : POINT + (-p - 1) / 9;
    int pk = p >= 0 ? p % 9 : 8 - (-p - 1) % 9;
    u32 unit = 1;
    for (int j = 0; j < pk; j++) unit *= 10;
    if (pi < d->lo) {
        d->lo = d->hi = pi; /* everything is below */
        if (!up) {
            d->lo = d->hi = POINT;
            return;
        }
        d->w[pi] = unit;
        d->lo = pi, d->hi = pi + 1;
        for (; d->hi < POINT; d->hi++) d->w[d->hi] = 0;
        return;
    }
    if (pi >= d->hi) return;
    d->w[pi] -= d->w[pi] % unit;
    for (int j = pi + 1; j < d->hi; j++) d->w[j] = 0;
    if (d->hi > pi + 1) d->hi = pi + 1 > POINT ? pi + 1 : POINT;
    if (!up) return;
    d->w[pi] += unit;
    for (int j = pi; d->w[j] >= E9; j--) {
        d->w[j] -= E9;
        if (j == d->lo) d->w[--d->lo] = 0;
        d->w[j - 1]++;
    }
}

static void floating_special(struct sink *o, const struct spec *f, double v, int upper)
{
    char prefix[1];
    struct spec g = *f;
    int np = sign_of(f, __builtin_signbit(v) != 0, prefix);
    g.zero = 0;
    padded(o, &g, prefix, np, 0, v != v ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf"), 3);
}

/* exponent_text writes e+05 or p-7 and returns its length. */
static int exponent_text(char *s, char mark, int e, int least)
{
    char t[6];
    int n = 0, k = 0;
    s[n++] = mark;
    s[n++] = e < 0 ? '-' : '+';
    if (e < 0) e = -e;
    do t[k++] = (char)('0' + e % 10), e /= 10;
    while (e);
    while (k < least) t[k++] = '0';
    while (k) s[n++] = t[--k];
    return n;
}

__attribute__((noinline)) static void floating(struct sink *o, const struct spec *f, double v, char conv)
{
    int upper = conv < 'a', kind = conv | 32;
    char prefix[1], ex[8];
    int np = sign_of(f, __builtin_signbit(v) != 0, prefix), prec = f->prec < 0 ? 6 : f->prec, nex = 0;
    struct decimal d;
    decimal_of(&d, v);
    int e = 0, strip = 0, scientific = kind == 'e';
    if (kind == 'g') {
        if (!prec) prec = 1;
        e = order(&d);
        round_at(&d, e - prec + 1);
        e = order(&d);
        scientific = e < -4 || e >= prec;
        strip = !f->alt;
        prec = scientific ? prec - 1 : prec - 1 - e;
    } else if (kind == 'e') {
        e = order(&d);
        round_at(&d, e - prec);
        e = order(&d);
    } else {
        round_at(&d, -prec);
    }
    int top = scientific ? e : order(&d) > 0 ? order(&d) : 0;
    int units = scientific ? e : 0; /* weight of the digit before the point */
    if (strip)
        while (prec > 0 && !digit(&d, units - prec)) prec--;
    if (scientific) nex = exponent_text(ex, upper ? 'E' : 'e', e, 2);
    int n = top - units + 1 + (prec || f->alt ? 1 + prec : 0) + nex;
    int pad = f->width - np - n;
    if (!f->left && !f->zero) fill(o, ' ', pad);
    puts_n(o, prefix, np);
    if (!f->left && f->zero) fill(o, '0', pad);
    for (int p = top; p >= units; p--) put(o, (char)('0' + digit(&d, p)));
    if (prec || f->alt) put(o, '.');
    for (int p = 1; p <= prec; p++) put(o, (char)('0' + digit(&d, units - p)));
    puts_n(o, ex, nex);
    if (f->left) fill(o, ' ', pad);
}

__attribute__((noinline)) static void hexadecimal(struct sink *o, const struct spec *f, double v, int upper)
{
    const char *hex = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    char prefix[3], body[20], ex[8];
    int np = sign_of(f, __builtin_signbit(v) != 0, prefix), n = 0;
    u64 bits = __builtin_bit_cast(u64, v) & ~(1ul << 63), m = bits & ((1ul << 52) - 1);
    int e = (int)(bits >> 52);
    if (e) m |= 1ul << 52, e -= 1023;
    else if (m) e = -1022;
    int prec = f->prec;
    if (prec >= 0 && prec < 13) {
        int drop = 52 - 4 * prec;
        u64 half = 1ul << (drop - 1), rest = m & ((1ul << drop) - 1);
        m &= ~((1ul << drop) - 1);
        if (rest > half || rest == half && m >> drop & 1) m += 1ul << drop;
    }
    if (prec < 0) {
        prec = 13;
        while (prec && !(m >> (52 - 4 * prec) & 15)) prec--;
    }
    prefix[np++] = '0', prefix[np++] = upper ? 'X' : 'x';
    body[n++] = hex[m >> 52 & 15];
    int digits = prec < 13 ? prec : 13;
    if (prec || f->alt) body[n++] = '.';
    for (int i = 1; i <= digits; i++) body[n++] = hex[m >> (52 - 4 * i) & 15];
    int nex = exponent_text(ex, upper ? 'P' : 'p', e, 1), tail = prec - digits;
    int pad = f->width - np - n - tail - nex;
    if (!f->left && !f->zero) fill(o, ' ', pad);
    puts_n(o, prefix, np);
    if (!f->left && f->zero) fill(o, '0', pad);
    puts_n(o, body, n);
    fill(o, '0', tail);
    puts_n(o, ex, nex);
    if (f->left) fill(o, ' ', pad);
}

enum { LEN_INT, LEN_CHAR, LEN_SHORT, LEN_LONG };

__attribute__((noinline)) int N(vsnprintf)(char *restrict s, size_t size, const char *restrict fmt, va_list ap)
{
    struct sink out = { s, 0, size ? size - 1 : 0 }, *o = &out;
    for (; *fmt; fmt++) {
        if (*fmt != '%') {
            put(o, *fmt);
            continue;
        }
        struct spec f = { 0 };
        f.prec = -1;
        const char *start = fmt++;
        for (;; fmt++)
            if (*fmt == '-') f.left = 1;
            else if (*fmt == '+') f.plus = 1;
            else if (*fmt == ' ') f.space = 1;
            else if (*fmt == '#') f.alt = 1;
            else if (*fmt == '0') f.zero = 1;
            else if (*fmt != '\'') break;
        if (*fmt == '*') {
            f.width = va_arg(ap, int), fmt++;
            if (f.width < 0) f.left = 1, f.width = -f.width;
        } else
            for (; (unsigned)*fmt - '0' < 10; fmt++) f.width = f.width * 10 + *fmt - '0';
        if (*fmt == '.') {
            f.prec = 0;
            if (*++fmt == '*') f.prec = va_arg(ap, int), fmt++;
            else
                for (; (unsigned)*fmt - '0' < 10; fmt++) f.prec = f.prec * 10 + *fmt - '0';
        }
        int len = LEN_INT, big = 0;
        for (;; fmt++)
            if (*fmt == 'h') len = len == LEN_SHORT ? LEN_CHAR : LEN_SHORT;
            else if (*fmt == 'l' || *fmt == 'j' || *fmt == 'z' || *fmt == 't' || *fmt == 'q') len = LEN_LONG;
            else if (*fmt == 'L') big = 1, len = LEN_LONG;
            else break;
        char c = *fmt;
        switch (c) {
        case 'd':
        case 'i': {
            long v = len == LEN_LONG ? va_arg(ap, long) : va_arg(ap, int);
            if (len == LEN_CHAR) v = (signed char)v;
            if (len == LEN_SHORT) v = (short)v;
            integer(o, &f, v < 0 ? -(u64)v : (u64)v, v < 0, 10, 0);
            break;
        }
        case 'u':
        case 'o':
        case 'x':
        case 'X': {
            u64 v = len == LEN_LONG ? va_arg(ap, u64) : va_arg(ap, u32);
            if (len == LEN_CHAR) v = (u8)v;
            if (len == LEN_SHORT) v = (unsigned short)v;
            f.plus = f.space = 0;
            integer(o, &f, v, 0, c == 'u' ? 10 : c == 'o' ? 8 : 16, c == 'X');
            break;
        }
        case 'p': {
            u64 v = (u64)va_arg(ap, void *);
            if (!v) {
                f.zero = 0;
                padded(o, &f, "", 0, 0, "(nil)", 5);
                break;
            }
            f.alt = 1;
            integer(o, &f, v, 0, 16, 0);
            break;
        }
        case 'c': {
            char ch = (char)va_arg(ap, int);
            padded(o, &f, "", 0, 0, &ch, 1);
            break;
        }
        case 's': {
            const char *str = va_arg(ap, const char *);
            if (!str) str = f.prec < 0 || f.prec >= 6 ? "(null)" : "";
            padded(o, &f, "", 0, 0, str, (int)(f.prec < 0 ? N(strlen)(str) : N(strnlen)(str, (size_t)f.prec)));
            break;
        }
        case 'n':
            if (len == LEN_LONG) *va_arg(ap, long *) = (long)o->n;
            else if (len == LEN_SHORT) *va_arg(ap, short *) = (short)o->n;
            else if (len == LEN_CHAR) *va_arg(ap, signed char *) = (signed char)o->n;
            else *va_arg(ap, int *) = (int)o->n;
            break;
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A': {
            double v = 0;
            if (big) {
                u64 p = ((u64)ap + 15) & -16ul; /* the slot is 16 bytes */
                ap = (va_list)(p + 16);
            } else
                v = va_arg(ap, double);
            if (v != v || v - v != 0) floating_special(o, &f, v, c < 'a');
            else if ((c | 32) == 'a') hexadecimal(o, &f, v, c == 'A');
            else floating(o, &f, v, c);
            break;
        }
        case '%':
            put(o, '%');
            break;
        default:
            puts_n(o, start, (size_t)(fmt - start) + (c != 0));
            if (!c) fmt--;
        }
    }
    if (size) s[o->n < size - 1 ? o->n : size - 1] = 0;
    return (int)o->n;
}

int N(vsprintf)(char *restrict s, const char *restrict fmt, va_list ap) { return N(vsnprintf)(s, 0x7fffffff, fmt, ap); }
