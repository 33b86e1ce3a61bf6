/* What others write into the trace of OMPCC_TRACE (ompt/profile.c). */
#ifndef OMPCC_PROFILE_H
#define OMPCC_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A finding of the advisor. */
typedef struct {
	const char *id, *place, *text, *fix;
	int times;
	size_t bytes;
	double milliseconds;
} ompcc_finding_t;

/* ompcc_profile_finding writes a finding, if there is a trace; NULL: that was all. */
extern void ompcc_profile_finding(const ompcc_finding_t *);

/* ompcc_profile_on says whether there is a trace. */
extern int ompcc_profile_on(void);

/* ompcc_profile_counts is told what the kernel of an operation executed, a JSON object, before its record is made. */
extern void ompcc_profile_counts(uint64_t op, const char *counts);

#pragma GCC visibility pop

#endif
