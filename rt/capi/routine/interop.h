/* Interoperability objects (OpenMP 6.0 §26, 5.2 §14.1). */
#ifndef OMPCC_INTEROP_H
#define OMPCC_INTEROP_H

#include <stdint.h>

#include "../../abi/host.h"

#pragma GCC visibility push(hidden)

enum { OMPCC_INTEROP_TARGET = 1,
	OMPCC_INTEROP_TARGETSYNC = 2 };
enum { OMPCC_FR_NONE,
	OMPCC_FR_CUDA,
	OMPCC_FR_CUDA_DRIVER,
	OMPCC_FR_HSA = 7 }; /* omp_interop_fr_t */

/* What omp_interop_t points to. Handles that the foreign runtime lacks are 0. */
typedef struct {
	int fr;
	int device_num;
	int number;                  /* the handle of the device is an int: CUDA's */
	unsigned types;
	uintptr_t platform, device, context, sync;
	uint64_t queue;              /* Go's number for the queue behind sync, 0: none */
} ompcc_interop_t;

/* The values of property id; what they return when it has none, or is of another
 * type, is 0, and *rc says why. */
extern intptr_t ompcc_interop_int(const ompcc_interop_t *, int id, int *rc);
extern void *ompcc_interop_ptr(const ompcc_interop_t *, int id, int *rc);
extern const char *ompcc_interop_str(const ompcc_interop_t *, int id, int *rc);

extern const char *ompcc_interop_name(int id);
/* ompcc_interop_type is the type of a property of the object; NULL when the
 * object does not have the property. */
extern const char *ompcc_interop_type(const ompcc_interop_t *, int id);
extern const char *ompcc_interop_reason(int rc);

#pragma GCC visibility pop

#endif
