/* Task graphs that are recorded and replayed (OpenMP 6.0 §14.3).
 *
 * task/graph.c keeps the records: the tasks of a taskgraph region with their captured data, and which task
 * follows which. task/host.c tells it of each replayable task that the program generates. task/chain.c turns a
 * record of target tasks into a chain: launches and copies that are ready to be given to the device. */
#ifndef OMPCC_GRAPH_H
#define OMPCC_GRAPH_H

#include <stddef.h>

#include "task.h"

#pragma GCC visibility push(hidden)

/* --- recording (task/graph.c) ----------------------------------------------- */

/* ompcc_graph_armed: the next task that the thread generates is to be recorded. */
extern __thread int ompcc_graph_armed __attribute__((tls_model("initial-exec")));

/* How a task of a host runtime is called with its captured data. */
typedef struct {
	void (*gomp)(void *);        /* libgomp's: gomp(data) */
	void (*copy)(void *, void *); /* copies its data, NULL: their bytes */
	int (*libomp)(int, void *);  /* libomp's: libomp(thread, task), where the task begins with the address of the shared data */
	size_t size, shareds;        /* bytes of the data; of libomp's, those of the shared data behind it */
} ompcc_graph_call_t;

/* ompcc_graph_add records the armed task. at is its data, whose copy the record keeps, and d its dependences, which the
 * record takes. */
extern void ompcc_graph_add(ompcc_graph_call_t call, void *at, ompcc_dependences_t d);
/* ompcc_graph_refuse: the armed task cannot be replayed, so the region is executed each time. */
extern void ompcc_graph_refuse(void);
/* Between pause and resume the thread records nothing. */
extern void *ompcc_graph_pause(void);
extern void ompcc_graph_resume(void *);

/* --- the host runtimes (task/host.c) ---------------------------------------------- */

/* ompcc_host_spawn runs run(arg) as a task of the host's OpenMP, with dependences d if it is not NULL. */
extern void ompcc_host_spawn(void (*run)(void *), void *arg, const ompcc_dependences_t *d);
/* ompcc_host_await waits for the thread's tasks that a task with dependences d would follow; NULL: for all of them. */
extern void ompcc_host_await(const ompcc_dependences_t *d);
/* ompcc_host_thread is libomp's number of the calling thread. */
extern int ompcc_host_thread(void);

/* --- chains (task/chain.c) ---------------------------------------------------------- */

typedef struct ompcc_chain_s ompcc_chain_t;

/* ompcc_core_graph_may_record reports whether nobody has to hear of each task. */
extern int ompcc_core_graph_may_record(void);
/* Between capture and captured, the calling thread's target constructs are added to the chain instead of being executed. captured
 * returns whether the chain can be run; ordered says that each construct follows the one before. */
extern ompcc_chain_t *ompcc_core_graph_capture(void);
extern int ompcc_core_graph_captured(ompcc_chain_t *, int ordered);
/* ompcc_core_graph_run executes the chain and returns 1. It returns 0, and does nothing, if what is mapped has changed. */
extern int ompcc_core_graph_run(ompcc_chain_t *);
extern void ompcc_core_graph_free(ompcc_chain_t *);

#pragma GCC visibility pop

#endif
