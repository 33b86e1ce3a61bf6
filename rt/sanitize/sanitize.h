/* The checked mode of the CPU device (-fsanitize=offload): what the runtime
 * and the functions that compiled programs call share. */
#ifndef OMPCC_SANITIZE_H
#define OMPCC_SANITIZE_H

#include "abi.h"
#include "heap.h"

#pragma GCC visibility push(hidden)

/* What an access does with the memory. TAKE reads a whole of which parts may
 * have no value; COPY_FROM and COPY_TO are the sides of a copy that takes over
 * what has a value and what has none. */
typedef enum { ACCESS_READ,
	ACCESS_WRITE,
	ACCESS_UPDATE,
	ACCESS_TAKE,
	ACCESS_COPY_FROM,
	ACCESS_COPY_TO } ompcc_access_t;

/* The part of the one runtime that serves the process; the functions that
 * compiled code calls exist in each module. */
typedef struct {
	const ompcc_heap_t *(*heap)(void);
	void (*add)(const __ompcc_checked_t *);
	void (*remove)(const __ompcc_checked_t *);
	/* enter makes the calling thread's stack known and returns the shadow that
	 * bytes with a value have on its device. */
	uint8_t (*enter)(void);
	/* slow looks at an access again, of which it is not known that it is in
	 * order, and ends the program if it is not. frame is the stack pointer of
	 * the code that was checked. */
	void (*slow)(uintptr_t a, size_t n, ompcc_access_t, const __ompcc_site_t *, uintptr_t frame);
	/* object is for an access that may leave the variable v at base. */
	void (*object)(uintptr_t a, size_t n, uintptr_t base, const __ompcc_variable_t *, const __ompcc_site_t *);
	void (*copy)(uintptr_t dst, uintptr_t src, size_t n);
	uintptr_t (*alloc)(size_t size, size_t align, const char *name, const __ompcc_site_t *);
	int (*release)(uintptr_t, const __ompcc_site_t *);
	/* block_size is the size of the block in use that begins at an address, -1: none does. */
	long (*block_size)(uintptr_t);
	/* lend allows kernels to read memory of the C library. */
	void (*lend)(const void *, size_t);
	void (*here)(const char *routine, const char *file, unsigned line);
	/* watched is where storage is tracked, and access what the host's code does there (stale.h). */
	const volatile uintptr_t *watched;
	void (*access)(uintptr_t a, size_t n, int writes, uintptr_t pc);
	/* variable is for an access of a kernel to a declare target variable. */
	void (*variable)(uintptr_t a, size_t n, ompcc_access_t, const __ompcc_site_t *);
} ompcc_checks_t;

extern const ompcc_checks_t ompcc_core_checks;

/* Whether the mode is on, that is, whether a module with checks was loaded
 * before devices were first used: start says so for good. */
extern int ompcc_checking(void);
extern int ompcc_check_start(void);
/* ompcc_check_place is where the host's call of a memory routine stands, once;
 * ompcc_check_doing says which construct moves or frees something next. */
extern ompcc_place_t ompcc_check_place(void);
extern void ompcc_check_doing(const char *file, unsigned line, int end);
/* ompcc_check_release frees a block of the host's program. */
extern void ompcc_check_release(uintptr_t);
/* ompcc_check_transfer is for transfers from or to a device's memory; writes: 0
 * from it, 1 to it, 2 to it from other memory of the device. */
extern void ompcc_check_transfer(unsigned device, uintptr_t, size_t, int writes);

#pragma GCC visibility pop

#endif
