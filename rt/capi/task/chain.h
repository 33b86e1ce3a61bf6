/* The chain of a task graph while it is captured: see graph.h. */
#ifndef OMPCC_GRAPH_DEVICE_H
#define OMPCC_GRAPH_DEVICE_H

#include "graph.h"
#include "../host/shim.h"

#pragma GCC visibility push(hidden)

/* A launch on the CPU device, or a copy from or to its memory. */
typedef struct {
	ompcc_cpu_launch_t launch;
	const __ompcc_construct_t *construct;
	void *to;
	const void *from;            /* NULL: a launch */
	size_t size;
} ompcc_chain_step_t;

struct ompcc_chain_s {
	int device;                  /* -1: of no construct yet */
	int default_device;          /* when it was captured */
	int failed;
	const uint32_t *shape;       /* of the device's map table: see dataenv.Env.Shape */
	uint32_t captured;           /* its value then */
	void **blocks;               /* memory for arguments */
	unsigned nblocks;
	ompcc_chain_step_t *steps;   /* of the CPU device */
	unsigned n;
	uintptr_t graph;             /* of another device: Go's number */
};

/* ompcc_capturing is the chain to which the calling thread's target constructs are added, NULL: they are executed. */
extern __thread ompcc_chain_t *ompcc_capturing __attribute__((tls_model("initial-exec")));
/* ompcc_capture adds a construct that device, -1 for the host, would execute. */
extern void ompcc_capture(const ompcc_frame_t *f);
/* ompcc_chain_copy adds a copy on the CPU device. */
extern void ompcc_chain_copy(ompcc_chain_t *, void *to, void *from, size_t size);

/* A launch of f->handle with f->argv on the CPU device, and its execution (entry/construct.c). */
extern ompcc_cpu_launch_t ompcc_cpu_launch_of(const ompcc_frame_t *f);
extern void ompcc_run_launch(const ompcc_cpu_launch_t *);

#pragma GCC visibility pop

#endif
