/* What C23 (7.12) and TS 18661-1 add to math.h; F is the type's suffix. */
double nextafter(double, double);
float nextafterf(float, float);

#define C23(T, F, I, quiet, top) \
	static I math_bits##F(T x) { return __builtin_bit_cast(I, x); } \
	static int math_nan##F(T x) { return x != x; } \
	static T math_larger##F(T x, T y) { return x == y ? (math_bits##F(x) >> top ? y : x) : x > y ? x \
												     : y; } \
	static T math_smaller##F(T x, T y) { return x == y ? (math_bits##F(x) >> top ? x : y) : x < y ? x \
												      : y; } \
	static T math_size##F(T x) { return __builtin_bit_cast(T, math_bits##F(x) & ~((I)1 << top)); } \
	long N(llogb##F)(T x) { return x == 0 || x != x ? LONG_MIN : x - x != 0 ? LONG_MAX \
										: ilogb##F(x); } \
	T N(nextup##F)(T x) { return nextafter##F(x, (T)__builtin_inf()); } \
	T N(nextdown##F)(T x) { return -nextafter##F(-x, (T)__builtin_inf()); } \
	T N(fmaximum##F)(T x, T y) { return math_nan##F(x) || math_nan##F(y) ? x + y : math_larger##F(x, y); } \
	T N(fminimum##F)(T x, T y) { return math_nan##F(x) || math_nan##F(y) ? x + y : math_smaller##F(x, y); } \
	T N(fmaximum_num##F)(T x, T y) { return math_nan##F(x) ? y : math_nan##F(y) ? x \
										    : math_larger##F(x, y); } \
	T N(fminimum_num##F)(T x, T y) { return math_nan##F(x) ? y : math_nan##F(y) ? x \
										    : math_smaller##F(x, y); } \
	T N(fmaximum_mag##F)(T x, T y) { \
		T a = math_size##F(x), b = math_size##F(y); \
		return a > b ? x : a < b                   ? y \
			: math_nan##F(x) || math_nan##F(y) ? x + y \
							   : math_larger##F(x, y); \
	} \
	T N(fminimum_mag##F)(T x, T y) { \
		T a = math_size##F(x), b = math_size##F(y); \
		return a < b ? x : a > b                   ? y \
			: math_nan##F(x) || math_nan##F(y) ? x + y \
							   : math_smaller##F(x, y); \
	} \
	T N(fmaximum_mag_num##F)(T x, T y) { return math_nan##F(x) ? y : math_nan##F(y) ? x \
											: N(fmaximum_mag##F)(x, y); } \
	T N(fminimum_mag_num##F)(T x, T y) { return math_nan##F(x) ? y : math_nan##F(y) ? x \
											: N(fminimum_mag##F)(x, y); } \
	T N(fmaxmag##F)(T x, T y) { return N(fmaximum_mag_num##F)(x, y); } \
	T N(fminmag##F)(T x, T y) { return N(fminimum_mag_num##F)(x, y); } \
	int N(canonicalize##F)(T * c, const T *x) { \
		*c = *x + 0; \
		if (*x == 0) \
			*c = *x; \
		return 0; \
	} \
	T N(getpayload##F)(const T *x) { return math_nan##F(*x) ? (T)(math_bits##F(*x) & ((quiet) - 1)) : -1; } \
	int N(totalordermag##F)(const T *x, const T *y) { return math_bits##F(math_size##F(*x)) <= math_bits##F(math_size##F(*y)); } \
	int N(totalorder##F)(const T *x, const T *y) { \
		int s = math_bits##F(*x) >> top, t = math_bits##F(*y) >> top; \
		return s != t ? s : s ? N(totalordermag##F)(y, x) \
				      : N(totalordermag##F)(x, y); \
	} \
	int N(__issignaling##F)(T x) { return math_nan##F(x) && !(math_bits##F(x) & (quiet)); } \
	int N(__iseqsig##F)(T x, T y) { return x == y; }

C23(double, , u64, (u64)1 << 51, 63)
C23(float, f, u32, (u32)1 << 22, 31)
#undef C23
