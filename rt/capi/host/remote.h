/* Devices of other ranks (OMPCC_REMOTE). */
#ifndef OMPCC_REMOTE_H
#define OMPCC_REMOTE_H

#include "shim.h"
#include "traits.h"
#include "../../remote/mpi/transport.h"

#pragma GCC visibility push(hidden)

/* A device of another rank. */
typedef struct {
	ompcc_traits_t traits;
	char node[64];
	int rank, index;
} ompcc_remote_t;

/* ompcc_remote_early makes the ranks but the first one servers, which do not return. */
extern void ompcc_remote_early(void);

/* How many devices the other ranks have, and what they are. */
extern int ompcc_remote_count(void);
extern const ompcc_remote_t *ompcc_remote_device(int index);
extern const ompcc_transport_t *ompcc_transport_used(void);

/* ompcc_remote_serving says whether this process serves. */
extern int ompcc_remote_serving;

/* ompcc_remote_break has the server tell rank 0 that its devices cannot be used any more, and why. It does not return. */
extern _Noreturn void ompcc_remote_break(const char *text, size_t n);
extern const char *ompcc_remote_broken(void);

/* ompcc_remote_printed moves what the server's kernels have printed to text. */
extern size_t ompcc_remote_printed(char *text, size_t size);

/* ompcc_remote_launch runs a kernel for rank 0, which knows the device by number num, and returns its number of teams; ompcc_remote_total is how many devices
 * it has, ompcc_remote_ranks how many ranks there are. */
extern unsigned ompcc_remote_launch(int index, int num, uintptr_t entry, uintptr_t args, unsigned flags, unsigned teams, unsigned limit,
	unsigned threads, unsigned max_teams, unsigned max_limit, unsigned long trip);
extern void ompcc_remote_total(int n);
extern int ompcc_remote_ranks(void);
/* The construct that such a kernel belongs to. */
extern const __ompcc_construct_t ompcc_remote_construct;

/* How a thread waits that has found nothing so many times. */
extern void ompcc_remote_pause(int idle);

#pragma GCC visibility pop

#endif
