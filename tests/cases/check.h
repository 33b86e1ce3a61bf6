/* The checks of cases. One that fails prints its place and counts in errors; END ends the function by what they say. */
#ifndef CASES_CHECK_H
#define CASES_CHECK_H

#include <stdio.h>

static int errors;

#define CHECK(c) ((c) ? 0 : (errors++, printf("line %d: %s\n", __LINE__, #c)))
#define EQ(a, b) \
	do { \
		long a_ = (long)(a), b_ = (long)(b); \
		if (a_ != b_) \
			errors++, printf("line %d: %s is %ld, not %ld\n", __LINE__, #a, a_, b_); \
	} while (0)
#define IN(a, lo, hi) \
	do { \
		long a_ = (long)(a); \
		if (a_ < (lo) || a_ > (hi)) \
			errors++, printf("line %d: %s is %ld, not %ld to %ld\n", __LINE__, #a, a_, (long)(lo), (long)(hi)); \
	} while (0)
#define END \
	if (!errors) \
		puts("ok"); \
	return errors != 0

#endif
