/* Type-generic mathematics (C11 7.25) by _Generic. The headers of clang and gcc
 * need overloaded functions and a builtin, which only their own front ends know. */
#ifndef _OMPCC_TGMATH_H
#define _OMPCC_TGMATH_H

#include <complex.h>
#include <math.h>

/* __tg_type(x) has the type that x counts with: integers count as double. */
#define __tg_type(x)                                                                              \
	_Generic((x), float: 0.0f, long double: 0.0L, float _Complex: (float _Complex)0,              \
	         double _Complex: (double _Complex)0, long double _Complex: (long double _Complex)0, \
	         default: 0.0)

/* __tg_real and __tg_any select the function for arguments of the type of t. */
#define __tg_real(t, name) _Generic((t), float: name##f, double: name, long double: name##l)
#define __tg_any(t, name, cname)                                                                 \
	_Generic((t), float: name##f, double: name, long double: name##l, float _Complex: cname##f,        \
	         double _Complex: cname, long double _Complex: cname##l)
#define __tg_complex(x, name)                                                                        \
	_Generic((x), float: name##f, float _Complex: name##f, long double: name##l, long double _Complex: name##l, \
	         default: name)

#define __tg_real1(name, x) __tg_real(__tg_type(x), name)(x)
#define __tg_real2(name, x, y) __tg_real(__tg_type(x) + __tg_type(y), name)((x), (y))
#define __tg_with(name, x, other) __tg_real(__tg_type(x), name)((x), (other))
#define __tg_any1(name, cname, x) __tg_any(__tg_type(x), name, cname)(x)

#undef acos
#define acos(x) __tg_any1(acos, cacos, x)
#undef asin
#define asin(x) __tg_any1(asin, casin, x)
#undef atan
#define atan(x) __tg_any1(atan, catan, x)
#undef acosh
#define acosh(x) __tg_any1(acosh, cacosh, x)
#undef asinh
#define asinh(x) __tg_any1(asinh, casinh, x)
#undef atanh
#define atanh(x) __tg_any1(atanh, catanh, x)
#undef cos
#define cos(x) __tg_any1(cos, ccos, x)
#undef sin
#define sin(x) __tg_any1(sin, csin, x)
#undef tan
#define tan(x) __tg_any1(tan, ctan, x)
#undef cosh
#define cosh(x) __tg_any1(cosh, ccosh, x)
#undef sinh
#define sinh(x) __tg_any1(sinh, csinh, x)
#undef tanh
#define tanh(x) __tg_any1(tanh, ctanh, x)
#undef exp
#define exp(x) __tg_any1(exp, cexp, x)
#undef log
#define log(x) __tg_any1(log, clog, x)
#undef sqrt
#define sqrt(x) __tg_any1(sqrt, csqrt, x)
#undef fabs
#define fabs(x) __tg_any1(fabs, cabs, x)
#undef pow
#define pow(x, y) __tg_any(__tg_type(x) + __tg_type(y), pow, cpow)((x), (y))
#undef cbrt
#define cbrt(x) __tg_real1(cbrt, x)
#undef ceil
#define ceil(x) __tg_real1(ceil, x)
#undef erf
#define erf(x) __tg_real1(erf, x)
#undef erfc
#define erfc(x) __tg_real1(erfc, x)
#undef exp2
#define exp2(x) __tg_real1(exp2, x)
#undef expm1
#define expm1(x) __tg_real1(expm1, x)
#undef floor
#define floor(x) __tg_real1(floor, x)
#undef lgamma
#define lgamma(x) __tg_real1(lgamma, x)
#undef log10
#define log10(x) __tg_real1(log10, x)
#undef log1p
#define log1p(x) __tg_real1(log1p, x)
#undef log2
#define log2(x) __tg_real1(log2, x)
#undef logb
#define logb(x) __tg_real1(logb, x)
#undef nearbyint
#define nearbyint(x) __tg_real1(nearbyint, x)
#undef rint
#define rint(x) __tg_real1(rint, x)
#undef round
#define round(x) __tg_real1(round, x)
#undef tgamma
#define tgamma(x) __tg_real1(tgamma, x)
#undef trunc
#define trunc(x) __tg_real1(trunc, x)
#undef ilogb
#define ilogb(x) __tg_real1(ilogb, x)
#undef lrint
#define lrint(x) __tg_real1(lrint, x)
#undef llrint
#define llrint(x) __tg_real1(llrint, x)
#undef lround
#define lround(x) __tg_real1(lround, x)
#undef llround
#define llround(x) __tg_real1(llround, x)
#undef atan2
#define atan2(x, y) __tg_real2(atan2, x, y)
#undef copysign
#define copysign(x, y) __tg_real2(copysign, x, y)
#undef fdim
#define fdim(x, y) __tg_real2(fdim, x, y)
#undef fmax
#define fmax(x, y) __tg_real2(fmax, x, y)
#undef fmin
#define fmin(x, y) __tg_real2(fmin, x, y)
#undef fmod
#define fmod(x, y) __tg_real2(fmod, x, y)
#undef hypot
#define hypot(x, y) __tg_real2(hypot, x, y)
#undef nextafter
#define nextafter(x, y) __tg_real2(nextafter, x, y)
#undef remainder
#define remainder(x, y) __tg_real2(remainder, x, y)
#undef frexp
#define frexp(x, other) __tg_with(frexp, x, other)
#undef ldexp
#define ldexp(x, other) __tg_with(ldexp, x, other)
#undef scalbn
#define scalbn(x, other) __tg_with(scalbn, x, other)
#undef scalbln
#define scalbln(x, other) __tg_with(scalbln, x, other)
#undef nexttoward
#define nexttoward(x, other) __tg_with(nexttoward, x, other)
#undef fma
#define fma(x, y, z) __tg_real(__tg_type(x) + __tg_type(y) + __tg_type(z), fma)((x), (y), (z))
#undef remquo
#define remquo(x, y, quotient) __tg_real(__tg_type(x) + __tg_type(y), remquo)((x), (y), (quotient))
#undef carg
#define carg(x) __tg_complex(x, carg)(x)
#undef cimag
#define cimag(x) __tg_complex(x, cimag)(x)
#undef conj
#define conj(x) __tg_complex(x, conj)(x)
#undef cproj
#define cproj(x) __tg_complex(x, cproj)(x)
#undef creal
#define creal(x) __tg_complex(x, creal)(x)

#endif
