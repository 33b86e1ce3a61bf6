/* Device traits in environment variables (OpenMP 6.0 §4.3.7, §4.3.8). */
#ifndef OMPCC_TRAITS_H
#define OMPCC_TRAITS_H

#if defined __x86_64__
#define OMPCC_ARCH "x86_64"
#elif defined __aarch64__
#define OMPCC_ARCH "aarch64"
#else
#define OMPCC_ARCH "unknown"
#endif

#include <stddef.h>

#pragma GCC visibility push(hidden)

enum { OMPCC_TRAIT_INITIAL = -1,
	OMPCC_TRAIT_INVALID = -42,
	OMPCC_TRAIT_NONE = -2,
	OMPCC_TRAIT_ERROR = -3 };

/* What a device says of itself. */
typedef struct {
	const char *kind, *vendor, *arch;
	char uid[64], isa[32];       /* isa: of GPUs; the CPU's are asked of it */
	int host;      /* the initial device */
} ompcc_traits_t;

enum { OMPCC_TRAIT_KIND = 1,
	OMPCC_TRAIT_ARCH,
	OMPCC_TRAIT_ISA,
	OMPCC_TRAIT_UID };

/* ompcc_traits_of describes device n of the program (host/process.c). */
extern void ompcc_traits_of(int n, ompcc_traits_t *);

/* ompcc_traits_has says whether the device has that trait. */
extern int ompcc_traits_has(const ompcc_traits_t *, int trait, const char *name, size_t n);

/* ompcc_traits_select puts the numbers of the devices that the list in spec
 * names into order, each once, and returns how many; OMPCC_TRAIT_ERROR when
 * spec is none. */
extern int ompcc_traits_select(const char *spec, const ompcc_traits_t *devices, int n, int *order);

/* ompcc_traits_first returns the first device that spec names, INITIAL or
 * INVALID where it says so, NONE when nothing matches, or ERROR. */
extern int ompcc_traits_first(const char *spec, const ompcc_traits_t *devices, int n);

#pragma GCC visibility pop

#endif
