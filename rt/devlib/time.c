/* What time.h has without a clock (C17 7.27.3): universal time, and text of it in the C locale. */

struct tm {
	int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
	long tm_gmtoff;
	const char *tm_zone;
};

static int leap(long y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }

/* days_before is the number of days from 1970 to the beginning of year y. */
static long days_before(long y) {
	y--;
	long q = y / 400 - (y % 400 < 0), r = y - 400 * q;
	return q * 146097 + r * 365 + r / 4 - r / 100 - 719162;
}

static int days_to_month(long y, int month) {
	static const short sums[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	return sums[month] + (month > 1 && leap(y));
}

__attribute__((noinline)) struct tm *N(gmtime_r)(const long *restrict t, struct tm *restrict to) {
	long days = *t / 86400, rest = *t % 86400;
	if (rest < 0)
		rest += 86400, days--;
	long y = 1970 + (days * 400 - (days < 0 ? 146096 : 0)) / 146097; /* 400 years have so many days */
	while (days_before(y) > days)
		y--;
	while (days_before(y + 1) <= days)
		y++;
	if (y - 1900 != (int)(y - 1900))
		return NULL;
	int yday = (int)(days - days_before(y)), month = 11;
	while (days_to_month(y, month) > yday)
		month--;
	long week = (days + 4) % 7;
	*to = (struct tm){(int)(rest % 60), (int)(rest / 60 % 60), (int)(rest / 3600), yday - days_to_month(y, month) + 1, month, (int)(y - 1900),
		(int)(week < 0 ? week + 7 : week), yday, 0, 0, "GMT"};
	return to;
}

long N(timegm)(struct tm *t) {
	long y = 1900L + t->tm_year, month = t->tm_mon;
	y += month / 12;
	if ((month %= 12) < 0)
		month += 12, y--;
	long days = days_before(y) + days_to_month(y, (int)month) + t->tm_mday - 1;
	long r = days * 86400 + t->tm_hour * 3600L + t->tm_min * 60L + t->tm_sec;
	return N(gmtime_r)(&r, t) ? r : -1;
}

static const char *const day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January", "February", "March", "April", "May", "June", "July",
	"August", "September", "October", "November", "December"};

/* clock_text is text in the making: what stands between '%' and the letter, and where it goes. */
struct clock_text {
	char *s;
	size_t n, size;
	int pad, upper, swap, width; /* pad: '-', '_' or '0' as GNU's strftime has them, 0 without */
};

static void clock_char(struct clock_text *o, char c) {
	if (o->n < o->size)
		o->s[o->n] = c;
	o->n++;
}

__attribute__((noinline)) static void clock_string(struct clock_text *o, const char *s, int upper, int lower) {
	int n = (int)N(strlen)(s);
	for (int i = n; i < o->width; i++)
		clock_char(o, o->pad == '0' ? '0' : ' ');
	for (; *s; s++) {
		int small = *s >= 'a' && *s <= 'z', capital = *s >= 'A' && *s <= 'Z';
		clock_char(o, (char)(small && upper ? *s - 32 : capital && lower ? *s + 32
										 : *s));
	}
}

__attribute__((noinline)) static void clock_number(struct clock_text *o, long v, int digits, char pad) {
	char text[24];
	int n = 0, negative = v < 0;
	u64 x = negative ? -(u64)v : (u64)v;
	if (o->pad)
		pad = (char)o->pad;
	do
		text[n++] = (char)('0' + x % 10);
	while (x /= 10);
	if (pad == '-')
		digits = 0, pad = '_';
	if (o->width > digits)
		digits = o->width;
	if (negative)
		digits--;
	if (negative && pad != '_')
		clock_char(o, '-');
	for (int i = n; i < digits; i++)
		clock_char(o, pad == '_' ? ' ' : '0');
	if (negative && pad == '_')
		clock_char(o, '-');
	while (n)
		clock_char(o, text[--n]);
}

/* iso_week is the week of the year that day yday is in by ISO 8601, whose year differs by *year. */
static int iso_week(const struct tm *t, int *year) {
	long y = 1900L + t->tm_year;
	int weekday = (t->tm_wday + 6) % 7, week = (t->tm_yday - weekday + 10) / 7;
	*year = 0;
	if (week < 1) {
		*year = -1;
		int last = t->tm_yday + 365 + leap(y - 1);
		return (last - weekday + 10) / 7;
	}
	int jan4 = (t->tm_yday - weekday + 3) - (365 + leap(y)); /* this week's Thursday in the next year */
	if (jan4 >= 0) {
		*year = 1;
		return 1;
	}
	return week;
}

static void clock_format(struct clock_text *o, const char *f, const struct tm *t);

static void clock_parts(struct clock_text *o, const char *f, const struct tm *t) {
	struct clock_text in = *o;
	in.pad = in.swap = in.width = 0;
	size_t before = in.n;
	clock_format(&in, f, t);
	int pad = o->width - (int)(in.n - before);
	if (pad > 0) {
		for (int i = 0; i < pad; i++)
			clock_char(o, o->pad == '0' ? '0' : ' ');
		in.n = o->n;
		clock_format(&in, f, t);
	}
	o->n = in.n;
}

static long floored(long a, long b) { return a / b - (a % b < 0); }

__attribute__((noinline)) static void clock_conversion(struct clock_text *o, char c, const struct tm *t) {
	long year = 1900L + t->tm_year;
	int hour12 = t->tm_hour % 12 ? t->tm_hour % 12 : 12, off, up = o->upper || o->swap;
	switch (c) {
	case 'a':
	case 'A':
	case 'b':
	case 'B':
	case 'h': {
		int day = c == 'a' || c == 'A', k = day ? t->tm_wday : t->tm_mon, most = day ? 6 : 11;
		const char *name = k < 0 || k > most ? "?" : day ? day_names[k]
								 : month_names[k];
		char cut[4] = {0};
		if (c != 'A' && c != 'B') {
			for (int i = 0; i < 3 && name[i]; i++)
				cut[i] = name[i];
			name = cut;
		}
		clock_string(o, name, up, 0);
		return;
	}
	case 'C': clock_number(o, floored(year, 100), 2, '0'); return;
	case 'd': clock_number(o, t->tm_mday, 2, '0'); return;
	case 'e': clock_number(o, t->tm_mday, 2, '_'); return;
	case 'G':
		iso_week(t, &off);
		clock_number(o, year + off, 1, '0');
		return;
	case 'g':
		iso_week(t, &off);
		clock_number(o, (year + off) % 100 + ((year + off) % 100 < 0 ? 100 : 0), 2, '0');
		return;
	case 'V': clock_number(o, iso_week(t, &off), 2, '0'); return;
	case 'H': clock_number(o, t->tm_hour, 2, '0'); return;
	case 'I': clock_number(o, hour12, 2, '0'); return;
	case 'j': clock_number(o, t->tm_yday + 1, 3, '0'); return;
	case 'k': clock_number(o, t->tm_hour, 2, '_'); return;
	case 'l': clock_number(o, hour12, 2, '_'); return;
	case 'm': clock_number(o, t->tm_mon + 1, 2, '0'); return;
	case 'M': clock_number(o, t->tm_min, 2, '0'); return;
	case 'n': clock_string(o, "\n", 0, 0); return;
	case 't': clock_string(o, "\t", 0, 0); return;
	case '%': clock_string(o, "%", 0, 0); return;
	case 'p': clock_string(o, t->tm_hour > 11 ? "PM" : "AM", 0, o->swap); return;
	case 'P': clock_string(o, t->tm_hour > 11 ? "pm" : "am", 0, 0); return;
	case 's': {
		struct tm copy = *t;
		clock_number(o, N(timegm)(&copy) - t->tm_gmtoff, 1, '0');
		return;
	}
	case 'S': clock_number(o, t->tm_sec, 2, '0'); return;
	case 'u': clock_number(o, (t->tm_wday + 6) % 7 + 1, 1, '0'); return;
	case 'w': clock_number(o, t->tm_wday, 1, '0'); return;
	case 'U': clock_number(o, (t->tm_yday - t->tm_wday + 7) / 7, 2, '0'); return;
	case 'W': clock_number(o, (t->tm_yday - (t->tm_wday + 6) % 7 + 7) / 7, 2, '0'); return;
	case 'y': clock_number(o, year % 100 + (year % 100 < 0 ? 100 : 0), 2, '0'); return;
	case 'Y': clock_number(o, year, 1, '0'); return;
	case 'Z': clock_string(o, t->tm_zone ? t->tm_zone : "", o->upper, o->swap); return;
	case 'z': {
		long minutes = t->tm_gmtoff / 60, a = minutes < 0 ? -minutes : minutes;
		clock_char(o, minutes < 0 ? '-' : '+');
		clock_number(o, a / 60 * 100 + a % 60, 4, '0');
		return;
	}
	}
	const char *f = c == 'c' ? "%a %b %e %H:%M:%S %Y" : c == 'D' || c == 'x' ? "%m/%d/%y"
		: c == 'F'                                                       ? "%Y-%m-%d"
		: c == 'r'                                                       ? "%I:%M:%S %p"
		: c == 'R'                                                       ? "%H:%M"
										 : "%H:%M:%S"; /* T, X */
	clock_parts(o, f, t);
}

__attribute__((noinline)) static void clock_format(struct clock_text *o, const char *f, const struct tm *t) {
	for (; *f; f++) {
		if (*f != '%') {
			clock_char(o, *f);
			continue;
		}
		const char *start = f++;
		int upper = o->upper;
		o->pad = o->swap = o->width = 0;
		for (;; f++) {
			if (*f == '-' || *f == '_' || *f == '0')
				o->pad = *f;
			else if (*f == '^')
				o->upper = 1;
			else if (*f == '#')
				o->swap = 1;
			else
				break;
		}
		for (; *f >= '0' && *f <= '9' && o->width < 1 << 20; f++)
			o->width = 10 * o->width + *f - '0';
		if (*f == 'E' || *f == 'O')
			f++;
		if (*f && N(memchr)("aAbBhCdegGVHIjklmMnt%pPsSuwUWyYZzcDxFrRTX", *f, 41))
			clock_conversion(o, *f, t);
		else {
			for (; start < f; start++)
				clock_char(o, *start);
			if (!*f)
				return;
			clock_char(o, *f);
		}
		o->upper = upper;
	}
}

size_t N(strftime)(char *restrict s, size_t size, const char *restrict f, const struct tm *restrict t) {
	struct clock_text o = {.s = s, .size = size};
	clock_format(&o, f, t);
	if (o.n >= size)
		return 0;
	s[o.n] = 0;
	return o.n;
}

char *N(asctime_r)(const struct tm *restrict t, char *restrict s) {
	struct clock_text o = {.s = s, .size = 26};
	clock_format(&o, "%a %b", t);
	for (int i = t->tm_mday < 0 ? 2 : t->tm_mday > 9 ? 2
							 : 1,
		 n = 3 - (i == 2 ? 2 : 1);
		n > 0; n--)
		clock_char(&o, ' ');
	clock_format(&o, "%-d %H:%M:%S %Y\n", t);
	if (o.n >= 26)
		return NULL;
	s[o.n] = 0;
	return s;
}
