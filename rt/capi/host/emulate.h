/* The emulated devices (OMPCC_EMULATE). */
#ifndef OMPCC_EMULATE_H
#define OMPCC_EMULATE_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* How many emulated NVIDIA devices the process has in place of real ones, 0: none. */
extern int ompcc_emulating(void);

/* Whether kernels of the emulated NVIDIA devices access all of the program's memory. */
extern int ompcc_emulating_shares(void);

/* How many emulated AMD devices it has: the HSA runtime beside the emulator is theirs. */
extern int ompcc_emulating_amd(void);

/* The emulator's program; "" when it is nowhere. */
extern const char *ompcc_emulator(void);

/* ompcc_print writes to the program's standard output, in order with what the
 * program writes. */
extern void ompcc_print(const char *text, size_t n);
/* ompcc_print_error writes to its stderr. */
extern void ompcc_print_error(const char *text, size_t n);

/* ompcc_symbol_at writes the name of the global object at an address and
 * returns its offset, -1 when there is none. */
extern long ompcc_symbol_at(uintptr_t addr, char *name, size_t size);

#pragma GCC visibility pop

#endif
