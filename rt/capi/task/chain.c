/* Task graphs of target tasks on their device: see graph.h.
 *
 * While a thread captures a chain, its target constructs come here instead of being executed. What they find mapped, and the
 * values of their kernels' parameters, stays the same as long as the map table does: so the chain keeps both, and later runs look
 * nothing up. The CPU device's chain is executed here; Go keeps those of others (graph.go). */
#include <stdlib.h>
#include <string.h>

#include "chain.h"
#include "../ompt/ompt.h"
#include "../host/shield.h"
#include "../../sanitize/sanitize.h"
#include "../bridge.h"

__thread ompcc_chain_t *ompcc_capturing __attribute__((tls_model("initial-exec")));

int ompcc_core_graph_may_record(void) {
	ompcc_first_use(); /* finds the tool */
	return ompcc_ompt_enabled <= 0 && !ompcc_cpu_in_kernel();
}

static void *grow(void *list, size_t n) {
	list = realloc(list, n);
	if (!list)
		ompcc_fatal("error: out of memory for a task graph");
	return list;
}

/* block returns memory that lasts as long as the chain. */
static void *block(ompcc_chain_t *c, size_t size) {
	c->blocks = grow(c->blocks, (c->nblocks + 1) * sizeof *c->blocks);
	return c->blocks[c->nblocks++] = grow(NULL, size + 1);
}

ompcc_chain_t *ompcc_core_graph_capture(void) {
	ompcc_chain_t *c = grow(NULL, sizeof *c);
	*c = (ompcc_chain_t){.device = -1, .default_device = ompcc_default_device()};
	const ompcc_env_t *env = ompcc_env();
	c->failed = env->info || env->timeout > 0 || ompcc_checking();
	return ompcc_capturing = c;
}

static ompcc_chain_step_t *step(ompcc_chain_t *c) {
	c->steps = grow(c->steps, (c->n + 1) * sizeof *c->steps);
	c->steps[c->n] = (ompcc_chain_step_t){0};
	return &c->steps[c->n++];
}

void ompcc_chain_copy(ompcc_chain_t *c, void *to, void *from, size_t size) {
	ompcc_chain_step_t *s = step(c);
	s->to = to;
	s->from = from;
	s->size = size;
}

/* own_values makes the chain keep the parameters' values that lie in the task that is being captured. */
static void own_values(ompcc_chain_t *c, const ompcc_frame_t *f) {
	const __ompcc_kernel_t *k = f->construct->kernel;
	for (unsigned i = 0; i < k->nparams; i++)
		if (f->argv[i] != &f->values[i])
			f->argv[i] = memcpy(block(c, k->sizes[i]), f->argv[i], k->sizes[i]);
}

static int is_target(const ompcc_frame_t *f) { return f->construct->kind == OMPCC_KIND_TARGET; }

static int has_mappers(const ompcc_frame_t *f) {
	for (unsigned i = 0; i < f->nitems; i++)
		if (f->items[i].flags & OMPCC_FLAG_MAPPER)
			return 1;
	return 0;
}

/* add_launch adds the kernel of a construct whose parameters Go has written. */
static void add_launch(ompcc_chain_t *c, ompcc_frame_t *f) {
	int index;
	own_values(c, f);
	if (ompcc_device_kind(f->device, &index) != OMPCC_CPU)
		return;
	f->handle = ((ompcc_handles_t *)f->construct->kernel->slot[0])->handle[f->device];
	ompcc_chain_step_t *s = step(c);
	s->launch = ompcc_cpu_launch_of(f);
	s->construct = f->construct;
}

void ompcc_capture(const ompcc_frame_t *given) {
	ompcc_chain_t *c = ompcc_capturing;
	ompcc_frame_t f = *given;
	if (c->failed)
		return;
	c->failed = f.device < 0 || (c->device >= 0 && c->device != f.device) || has_mappers(&f);
	if (c->failed)
		return;
	c->device = f.device;
	if (is_target(&f)) {
		f.argv = block(c, f.construct->kernel->nparams * sizeof *f.argv);
		f.values = block(c, f.construct->kernel->nparams * sizeof *f.values);
	}
	int before = ompcc_shield();
	c->failed = !ompcc_go_capture(&f, c, is_target(&f));
	ompcc_unshield(before);
	if (!c->failed && is_target(&f))
		add_launch(c, &f);
}

/* alone reports whether a launch of the chain leaves processors to others, with which the next one could run. */
static int alone(const ompcc_chain_t *c) {
	for (unsigned i = 0; i < c->n; i++)
		if (!c->steps[i].from && !(c->steps[i].launch.flags & OMPCC_KERNEL_PARALLEL) && ompcc_cpu_teams(&c->steps[i].launch) == 1)
			return 1;
	return 0;
}

int ompcc_core_graph_captured(ompcc_chain_t *c, int ordered) {
	ompcc_capturing = NULL;
	if (c->failed || c->device < 0 || (!ordered && alone(c)))
		c->failed = 1;
	else
		c->failed = !ompcc_go_captured(c);
	return !c->failed;
}

static void run_step(const ompcc_chain_step_t *s) {
	if (s->from)
		memcpy(s->to, s->from, s->size);
	else
		ompcc_run_launch(&s->launch);
}

int ompcc_core_graph_run(ompcc_chain_t *c) {
	if (c->failed || c->captured != __atomic_load_n(c->shape, __ATOMIC_ACQUIRE) || c->default_device != ompcc_default_device() ||
		!ompcc_ready(c->device))
		return 0;
	for (unsigned i = 0; i < c->n; i++)
		run_step(&c->steps[i]);
	if (!c->graph)
		return 1;
	char *error = NULL;
	int before = ompcc_shield();
	ompcc_go_graph_run(c->graph, &error);
	ompcc_unshield(before);
	if (error)
		ompcc_fatal("%s", error);
	return 1;
}

void ompcc_core_graph_free(ompcc_chain_t *c) {
	if (c->graph)
		ompcc_go_graph_free(c->graph);
	for (unsigned i = 0; i < c->nblocks; i++)
		free(c->blocks[i]);
	free(c->blocks);
	free(c->steps);
	free(c);
}
