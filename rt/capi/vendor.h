/* The vendors' driver libraries, found at run time. */
#ifndef OMPCC_VENDOR_H
#define OMPCC_VENDOR_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { OMPCC_LIB_CUDA, OMPCC_LIB_HSA, OMPCC_LIBS };

/* Number of devices, 0 without a driver. */
extern int ompcc_cuda_count(void);
extern int ompcc_hsa_count(void);

/* ompcc_vendor_symbol returns a function of the library, NULL without it. */
extern void *ompcc_vendor_symbol(int library, const char *name);

/* ompcc_vendor_call calls a function of up to 12 integers and pointers. */
extern uintptr_t ompcc_vendor_call(void *function, const uintptr_t *args, int n);

#pragma GCC visibility pop

#endif
