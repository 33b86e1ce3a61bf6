/* Inside of the checked mode's part of the runtime: what is wrong with an
 * access, and how that is told. */
#ifndef OMPCC_SANITIZE_CORE_H
#define OMPCC_SANITIZE_CORE_H

#include "../capi/host/shim.h"
#include "sanitize.h"

#pragma GCC visibility push(hidden)

typedef enum {
	DEFECT_NONE,
	DEFECT_HOST,                 /* memory of the host */
	DEFECT_NULL,
	DEFECT_OUTSIDE,              /* in no block of the heap */
	DEFECT_FREED,
	DEFECT_DEVICE,               /* of another device */
	DEFECT_NO_VALUE,
	DEFECT_RETURNED,             /* stack of a function that has returned */
	DEFECT_VARIABLE,             /* leaves a variable */
	DEFECT_NOT_ALLOCATED,        /* what is freed */
} ompcc_defect_t;

typedef struct {
	ompcc_defect_t defect;
	uintptr_t addr;
	size_t size, at;             /* bytes accessed, number of the first bad one */
	ompcc_access_t how;
	const __ompcc_site_t *site;  /* NULL: not in a kernel */
	uintptr_t base;              /* DEFECT_VARIABLE: of variable, if known */
	const __ompcc_variable_t *variable;
	ompcc_place_t place;         /* without a site */
} ompcc_mistake_t;

/* ompcc_check_report tells what is wrong and ends the program; other threads
 * that come meanwhile wait. */
extern _Noreturn void ompcc_check_report(const ompcc_mistake_t *);

/* ompcc_check_variable is the variable of the device, or the host, that holds
 * the address, NULL: none. */
extern const __ompcc_variable_t *ompcc_check_variable(uintptr_t, int host);
/* ompcc_check_on_stack says whether an address is on the stack of a thread that
 * has executed kernels. */
extern int ompcc_check_on_stack(uintptr_t);

/* A list item of which the original holds an address (rt/capi/checks.go). */
typedef struct {
	const char *name, *file;
	unsigned line;
} ompcc_host_item_t;

#pragma GCC visibility pop

#endif
