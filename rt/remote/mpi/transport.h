/* What the runtime asks of a library that carries messages between ranks (libompcc-mpi.so). The library is built with the
 * user's mpicc and loaded at run time, so that programs need no MPI. */
#ifndef OMPCC_TRANSPORT_H
#define OMPCC_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

enum { OMPCC_TRANSPORT_VERSION = 1,
	OMPCC_TRANSPORT_CONTROL = 64 << 10, /* the most bytes of a control message */
	OMPCC_TRANSPORT_TAG = 1,            /* its tag; those of data follow */
	OMPCC_TRANSPORT_TAGS = 1 << 14 };

/* A transfer that has ended: its id, 0 for a control message that arrived, which is valid until again is called. */
typedef struct {
	uint64_t id;
	int rank, error;
	const void *control;
	size_t size;
} ompcc_event_t;

/* Calls must not overlap, but may come from any thread. Functions that return int return 0, or an error of MPI, which
 * explain writes as text. */
typedef struct {
	unsigned version;
	const char *name;
	/* start makes the ranks of the program those of the transport. With servers > 0 the program has initialised MPI
	 * itself, and so many further processes of it are started with the argument serve. With servers < 0 this is such
	 * a process. It writes an obstacle that is not MPI's to why and returns -1. */
	int (*start)(int servers, const char *program, const char *serve, char *why, size_t size);
	int (*rank)(void);
	int (*ranks)(void);
	void (*node)(char *name, size_t size);
	/* gather collects size bytes of each rank on rank 0; all ranks call it. */
	int (*gather)(const void *mine, void *all, int size);
	/* listen lets control messages arrive. */
	int (*listen)(void);
	int (*send)(uint64_t id, int rank, int tag, const void *at, size_t size);
	int (*receive)(uint64_t id, int rank, int tag, void *at, size_t size);
	/* poll returns up to max transfers that have ended. */
	int (*poll)(ompcc_event_t *events, int max);
	int (*again)(void);
	/* cancel gives up a receive that nobody will serve. */
	void (*cancel)(uint64_t id);
	/* ended calls f when the program ends MPI itself. */
	int (*ended)(void (*f)(void));
	/* finish ends the transport; all ranks call it. */
	void (*finish)(void);
	void (*explain)(int error, char *text, size_t size);
	double (*seconds)(void);
} ompcc_transport_t;

/* The only symbol of the library. */
extern const ompcc_transport_t ompcc_transport;

#endif
