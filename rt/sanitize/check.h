/* Inside of a module: the checks and the runtime that they turn to. */
#ifndef OMPCC_CHECK_H
#define OMPCC_CHECK_H

#include "sanitize.h"

#pragma GCC visibility push(hidden)

/* ompcc_checks is the part of the process's runtime for this mode. */
extern const ompcc_checks_t *ompcc_checks(void);
extern const ompcc_heap_t *ompcc_check_heap;
/* The shadow of bytes with a value, of the device that the thread works for. */
extern __thread uint8_t ompcc_check_set __attribute__((tls_model("initial-exec")));

extern void ompcc_check(const void *, size_t, ompcc_access_t, const __ompcc_site_t *, uintptr_t frame);
extern void ompcc_check_copied(void *dst, const void *src, size_t, const __ompcc_site_t *to, const __ompcc_site_t *from,
	uintptr_t frame);

#pragma GCC visibility pop

#endif
