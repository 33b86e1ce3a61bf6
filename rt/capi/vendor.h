/* The vendors' driver libraries, found at run time. */
#ifndef OMPCC_VENDOR_H
#define OMPCC_VENDOR_H

#pragma GCC visibility push(hidden)

/* Number of devices, 0 without a driver. */
extern int ompcc_cuda_count(void);
extern int ompcc_hsa_count(void);

#pragma GCC visibility pop

#endif
