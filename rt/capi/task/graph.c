/* Records of task graphs, and their replay (OpenMP 6.0 §14.3): see graph.h.
 *
 * The compiled program calls __ompcc_graph_begin where it comes to a taskgraph region. If there is a matching record whose
 * surroundings are the same, begin replays it: the tasks are executed in an order that their dependences allow, with the data that they
 * captured, and the program skips the block. Else the block is executed, and its replayable tasks are recorded. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../entry/front.h"
#include "graph.h"

#define PUBLIC __attribute__((visibility("default")))
#define TLS __thread __attribute__((tls_model("initial-exec")))

enum { MOST_RECORDS = 16, /* of one construct: with other variables, or other values of graph_id */
	MOST_NODES = 4096,
	MOST_MISSES = 16,  /* in a row, then a construct is not recorded any more */
	MOST_CAPTURES = 4 }; /* of chains that are of no use */

/* Modes of a key, and what a task is: those that hostc writes (codegen/hostc/taskgraph.go). */
enum { KEY_ADDRESS,          /* the record is of the variable at its address */
	KEY_FRESH,           /* and tasks that capture it get its value of the replay */
	KEY_VALUE };         /* or the record is of its value, too */
enum { SKIPPED,
	HOST_TASK,
	DEVICE_TASK };
enum { RESET = 1,            /* of graph_reset */
	ANEW = 2,            /* the if clause is false */
	NOGROUP = 4 };

typedef struct {
	const void *at;
	unsigned long size, mode;
} graph_key_t;

typedef struct node {
	struct record *record;
	ompcc_graph_call_t call;
	char *data, *pristine;       /* what the task works on, and its content before it begins */
	ompcc_dependences_t deps;
	struct node **after;         /* these wait for it */
	unsigned nafter, nbefore;
	unsigned left;               /* of those before it, in this replay */
	int device, waits;           /* a target task; a taskwait */
} node_t;

typedef struct record {
	struct record *next;         /* of the construct's, the last used first */
	struct site *site;
	long id;
	graph_key_t *keys;
	char *values;                /* of the keys, one behind the other */
	unsigned nkeys;
	node_t **nodes;
	unsigned n, capacity;
	unsigned unfinished;         /* nodes of the replay under way */
	int refused, ordered;        /* cannot be replayed; each node follows the one before */
	int device, devices;         /* all nodes are target tasks; some are */
	ompcc_dependences_t all;     /* the dependences of all nodes */
	ompcc_chain_t *chain;
	unsigned captures, runs;
} record_t;

/* site_t is what the runtime knows of one taskgraph construct. */
typedef struct site {
	record_t *first;
	unsigned misses;
} site_t;

__thread int ompcc_graph_armed __attribute__((tls_model("initial-exec")));
static TLS int kind;              /* of the armed task */
static TLS record_t *recording;   /* that the calling thread makes */
static TLS node_t *added;         /* the last one */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *allocate(size_t n) {
	void *p = calloc(1, n ? n : 1);
	if (!p)
		ompcc_fatal("error: out of memory for a task graph");
	return p;
}

/* --- records ---------------------------------------------------------------- */

static void free_record(record_t *r) {
	for (unsigned i = 0; i < r->n; i++) {
		node_t *n = r->nodes[i];
		free(n->data);
		free(n->pristine);
		free(n->deps.d);
		free(n->after);
		free(n);
	}
	if (r->chain)
		ompcc_runtime()->graph_free(r->chain);
	free(r->nodes);
	free(r->keys);
	free(r->values);
	free(r->all.d);
	free(r);
}

static int same_surroundings(const record_t *r, unsigned n, const graph_key_t *keys) {
	if (r->nkeys != n)
		return 0;
	const char *value = r->values;
	for (unsigned i = 0; i < n; i++) {
		if (r->keys[i].at != keys[i].at || r->keys[i].size != keys[i].size)
			return 0;
		if (keys[i].mode == KEY_VALUE && memcmp(value, keys[i].at, keys[i].size))
			return 0;
		if (keys[i].mode != KEY_ADDRESS)
			value += keys[i].size;
	}
	return 1;
}

/* note stores the values of the variables that are compared, and of those that tasks capture. */
static void note(record_t *r) {
	char *value = r->values;
	for (unsigned i = 0; i < r->nkeys; i++)
		if (r->keys[i].mode != KEY_ADDRESS) {
			memcpy(value, r->keys[i].at, r->keys[i].size);
			value += r->keys[i].size;
		}
}

static record_t *new_record(site_t *s, long id, unsigned n, const graph_key_t *keys) {
	record_t *r = allocate(sizeof *r);
	size_t bytes = 0;
	for (unsigned i = 0; i < n; i++)
		bytes += keys[i].mode != KEY_ADDRESS ? keys[i].size : 0;
	*r = (record_t){.site = s, .id = id, .nkeys = n, .keys = allocate(n * sizeof *keys), .values = allocate(bytes)};
	if (n)
		memcpy(r->keys, keys, n * sizeof *keys);
	note(r);
	return r;
}

/* take_record takes the matching record out of the construct's list. With reset, all that have its id are dropped instead. Records
 * whose replay is under way stay. */
static record_t *take_record(site_t *s, long id, unsigned n, const graph_key_t *keys, int reset, int *busy) {
	for (record_t **p = &s->first; *p;) {
		record_t *r = *p;
		int match = r->id == id && (reset || same_surroundings(r, n, keys));
		if (match && __atomic_load_n(&r->unfinished, __ATOMIC_ACQUIRE)) {
			*busy = 1;
			match = 0;
		}
		if (!match) {
			p = &r->next;
			continue;
		}
		*p = r->next;
		if (!reset)
			return r;
		free_record(r);
	}
	return NULL;
}

/* keep puts r first in its construct's list, and drops what is too much. */
static void keep(record_t *r) {
	r->next = r->site->first;
	r->site->first = r;
	unsigned n = 0;
	for (record_t **p = &r->site->first; *p;) {
		record_t *o = *p;
		if (++n <= MOST_RECORDS || __atomic_load_n(&o->unfinished, __ATOMIC_ACQUIRE)) {
			p = &o->next;
			continue;
		}
		*p = o->next;
		free_record(o);
	}
}

/* --- recording --------------------------------------------------------------- */

static node_t *append(record_t *r) {
	if (r->n == MOST_NODES)
		r->refused = 1;
	if (r->n == r->capacity) {
		r->capacity = r->capacity ? 2 * r->capacity : 16;
		r->nodes = realloc(r->nodes, r->capacity * sizeof *r->nodes);
		if (!r->nodes)
			ompcc_fatal("error: out of memory for a task graph");
	}
	node_t *n = allocate(sizeof *n);
	n->record = r;
	return r->nodes[r->n++] = n;
}

void ompcc_graph_refuse(void) {
	ompcc_graph_armed = 0;
	if (recording)
		recording->refused = 1;
}

void ompcc_graph_add(ompcc_graph_call_t call, void *at, ompcc_dependences_t d) {
	ompcc_graph_armed = 0;
	record_t *r = recording;
	if (!r || r->refused) {
		free(d.d);
		return;
	}
	node_t *n = added;
	size_t size = call.libomp ? (call.size + 15) & ~(size_t)15 : call.size;
	n->call = call;
	n->call.size = size + call.shareds;
	n->device = kind == DEVICE_TASK;
	n->deps = d;
	n->data = aligned_alloc(64, (n->call.size + 64) & ~(size_t)63);
	n->pristine = allocate(n->call.size);
	if (!n->data)
		ompcc_fatal("error: out of memory for a task graph");
	if (call.copy) { /* the copy may have its own address: it stays where it is */
		call.copy(n->data, at);
		at = n->data;
	}
	memcpy(n->pristine, at, call.size);
	if (call.libomp && call.shareds) {
		memcpy(n->pristine + size, *(void **)at, call.shareds);
		*(void **)n->pristine = n->data + size;
	}
}

/* __ompcc_graph_node is called before the program generates a replayable task, a task of another kind, or none: a taskwait. Its
 * result is what the task captures, to ask for fresh values. */
PUBLIC void *__ompcc_graph_node(unsigned what) {
	if (!recording || what == SKIPPED)
		return NULL;
	if (ompcc_graph_armed) /* the host compiler made no task of the last one that we know */
		ompcc_graph_refuse();
	kind = (int)what;
	ompcc_graph_armed = 1;
	return added = append(recording);
}

/* The thread may execute other tasks while it generates one, or waits: what they generate is not the region's. */
void *ompcc_graph_pause(void) {
	record_t *r = recording;
	recording = NULL;
	return r;
}

void ompcc_graph_resume(void *r) { recording = r; }

PUBLIC void __ompcc_graph_wait(void) {
	if (!recording)
		return;
	append(recording)->waits = 1;
	void *r = ompcc_graph_pause();
	ompcc_host_await(NULL);
	ompcc_graph_resume(r);
}

/* --- the order of the nodes ---------------------------------------------------- */

static int conflict(const ompcc_dependence_t *a, const ompcc_dependence_t *b) {
	if (a->addr != b->addr && !((a->kind | b->kind) & OMPCC_DEP_ALL))
		return 0;
	return a->kind != b->kind || (a->kind != OMPCC_DEP_IN && a->kind != OMPCC_DEP_SET);
}

/* follows reports whether b must be executed behind a (OpenMP 5.2 §15.9.5), an earlier node. */
static int follows(const node_t *a, const node_t *b) {
	if (a->waits || b->waits)
		return 1;
	for (unsigned i = 0; i < a->deps.n; i++)
		for (unsigned k = 0; k < b->deps.n; k++)
			if (conflict(&a->deps.d[i], &b->deps.d[k]))
				return 1;
	return 0;
}

static void link_nodes(node_t *a, node_t *b) {
	if (!(a->nafter & (a->nafter + 1))) { /* a power of two less one: all places are taken */
		a->after = realloc(a->after, 2 * (a->nafter + 1) * sizeof *a->after);
		if (!a->after)
			ompcc_fatal("error: out of memory for a task graph");
	}
	a->after[a->nafter++] = b;
	b->nbefore++;
}

/* arrange links each node to those that must come before it, but not to what comes before those. */
static void arrange(record_t *r) {
	size_t words = (r->n + 63) / 64;
	unsigned long *before = allocate(r->n * words * sizeof *before); /* a row of bits for each node */
	r->ordered = r->device = 1;
	for (unsigned i = 0; i < r->n; i++) {
		unsigned long *row = before + i * words;
		for (unsigned j = i; j-- > 0;) {
			if (row[j / 64] >> j % 64 & 1 || !follows(r->nodes[j], r->nodes[i]))
				continue;
			link_nodes(r->nodes[j], r->nodes[i]);
			for (size_t w = 0; w < words; w++)
				row[w] |= before[j * words + w];
			row[j / 64] |= 1ul << j % 64;
		}
		r->ordered &= i == 0 || (row[(i - 1) / 64] >> (i - 1) % 64 & 1);
		r->device &= r->nodes[i]->device || r->nodes[i]->waits;
		r->devices |= r->nodes[i]->device;
	}
	free(before);
}

/* collect joins the dependences of all nodes, for what is generated before the region and must be complete. */
static void collect(record_t *r) {
	unsigned most = 0;
	for (unsigned i = 0; i < r->n; i++)
		most += r->nodes[i]->deps.n;
	r->all.d = allocate(most * sizeof *r->all.d);
	for (unsigned i = 0; i < r->n; i++)
		for (unsigned k = 0; k < r->nodes[i]->deps.n; k++) {
			const ompcc_dependence_t *d = &r->nodes[i]->deps.d[k];
			unsigned at = 0;
			while (at < r->all.n && r->all.d[at].addr != d->addr)
				at++;
			if (at == r->all.n)
				r->all.d[r->all.n++] = *d;
			else if (r->all.d[at].kind != d->kind)
				r->all.d[at].kind = (r->all.d[at].kind | d->kind) & OMPCC_DEP_ALL ? OMPCC_DEP_ALL : OMPCC_DEP_INOUT;
		}
}

/* --- replay -------------------------------------------------------------------- */

static void call(node_t *n) {
	memcpy(n->data, n->pristine, n->call.size);
	if (n->call.gomp)
		n->call.gomp(n->data);
	else if (n->call.libomp)
		n->call.libomp(ompcc_host_thread(), n->data);
}

static void run_from(void *p);

/* finish_node counts n as done and returns a node that can be executed now. Others that can become tasks. */
static node_t *finish_node(node_t *n) {
	node_t *next = NULL;
	for (unsigned i = 0; i < n->nafter; i++) {
		node_t *a = n->after[i];
		if (__atomic_sub_fetch(&a->left, 1, __ATOMIC_ACQ_REL))
			continue;
		if (next)
			ompcc_host_spawn(run_from, a, NULL);
		else
			next = a;
	}
	__atomic_sub_fetch(&n->record->unfinished, 1, __ATOMIC_RELEASE);
	return next;
}

/* run_from executes a node, and then what waited for it alone. */
static void run_from(void *p) {
	for (node_t *n = p; n; n = finish_node(n))
		call(n);
}

static void run_one(void *p) {
	node_t *n = p;
	call(n);
	__atomic_sub_fetch(&n->record->unfinished, 1, __ATOMIC_RELEASE);
}

/* by_team lets the threads of the team execute the nodes: what begins become tasks, and the taskgroup around waits for all. */
static void by_team(record_t *r) {
	for (unsigned i = 0; i < r->n; i++)
		r->nodes[i]->left = r->nodes[i]->nbefore;
	for (unsigned i = 0; i < r->n; i++)
		if (r->nodes[i]->nbefore == 0)
			ompcc_host_spawn(run_from, r->nodes[i], NULL);
}

/* as_siblings generates the nodes as child tasks of the encountering task, for which nothing waits here. */
static void as_siblings(record_t *r) {
	for (unsigned i = 0; i < r->n; i++) {
		node_t *n = r->nodes[i];
		if (n->waits)
			ompcc_host_await(NULL);
		if (n->waits)
			run_one(n);
		else
			ompcc_host_spawn(run_one, n, &n->deps);
	}
}

/* on_host executes a record without target tasks on the encountering thread, as it was recorded. */
static void on_host(record_t *r) {
	for (unsigned i = 0; i < r->n; i++)
		call(r->nodes[i]);
	__atomic_store_n(&r->unfinished, 0, __ATOMIC_RELEASE);
}

/* in_order executes the nodes as they were recorded, and gives target tasks to threads of this runtime. */
static void in_order(record_t *r) {
	const ompcc_runtime_t *rt = ompcc_runtime();
	int defers = rt->task_may_defer();
	for (unsigned i = 0; i < r->n; i++) {
		node_t *n = r->nodes[i];
		if (n->device && defers) {
			ompcc_dependences_t d = {.n = n->deps.n, .on_device = n->deps.on_device, .d = allocate(n->deps.n * sizeof *d.d)};
			memcpy(d.d, n->deps.d, n->deps.n * sizeof *d.d);
			rt->task_submit(run_one, n, d);
			continue;
		}
		rt->task_wait(n->waits ? NULL : &n->deps);
		run_one(n);
	}
}

/* by_device gives a record of target tasks to the device as a chain; 0 if that is not possible. */
static int by_device(record_t *r) {
	const ompcc_runtime_t *rt = ompcc_runtime();
	if (!r->device || r->n == 0)
		return 0;
	if (r->chain && rt->graph_run(r->chain)) {
		r->runs++;
		return 1;
	}
	if (r->captures >= MOST_CAPTURES && r->runs < 2 * r->captures)
		return 0;
	if (r->chain)
		rt->graph_free(r->chain);
	r->captures++;
	r->chain = rt->graph_capture();
	for (unsigned i = 0; i < r->n; i++)
		call(r->nodes[i]);
	return rt->graph_captured(r->chain, r->ordered) && rt->graph_run(r->chain);
}

static void replay(record_t *r, int nogroup, int level) {
	note(r);
	if (level > 0)
		ompcc_host_await(&r->all);
	else
		ompcc_runtime()->task_wait(&r->all);
	if (by_device(r)) {
		__atomic_store_n(&r->unfinished, 0, __ATOMIC_RELEASE);
		return;
	}
	if (level == 0 && !r->devices)
		on_host(r);
	else if (level == 0)
		in_order(r);
	else if (nogroup)
		as_siblings(r);
	else
		by_team(r);
}

/* __ompcc_graph_begin returns whether the region has been replayed. */
PUBLIC int __ompcc_graph_begin(void **at, long id, unsigned flags, unsigned n, const graph_key_t *keys) {
	int busy = 0, late;
	if (recording || flags & ANEW || !ompcc_runtime()->graph_may_record())
		return 0;
	pthread_mutex_lock(&lock);
	site_t *s = *at ? *at : (*at = allocate(sizeof *s));
	record_t *r = take_record(s, id, n, keys, flags & RESET, &busy);
	if (r) {
		s->misses = 0;
		__atomic_store_n(&r->unfinished, r->n, __ATOMIC_RELEASE);
		keep(r);
	} else if (flags & RESET) {
		s->misses = 0;
	} else if (!busy) {
		s->misses++;
	}
	late = busy || s->misses > MOST_MISSES;
	pthread_mutex_unlock(&lock);
	if (r && !r->refused) {
		replay(r, flags & NOGROUP, ompcc_host_level());
		return 1;
	}
	if (r)
		__atomic_store_n(&r->unfinished, 0, __ATOMIC_RELEASE);
	else if (!late)
		recording = new_record(s, id, n, keys);
	return 0;
}

/* __ompcc_graph_end finalizes the record, if the region was recorded. */
PUBLIC void __ompcc_graph_end(void **at) {
	record_t *r = recording;
	if (!r || r->site != *at)
		return;
	if (ompcc_graph_armed)
		ompcc_graph_refuse();
	recording = NULL;
	if (!r->refused) {
		arrange(r);
		collect(r);
	}
	pthread_mutex_lock(&lock);
	keep(r);
	pthread_mutex_unlock(&lock);
}

/* __ompcc_graph_fresh gives a variable that a replayed task has captured the value that the original had when the replay began
 * (OpenMP 6.0 §14.3: without the modifier saved). What the task shares is the original. */
PUBLIC void __ompcc_graph_fresh(void *p, unsigned key, void *variable) {
	const record_t *r = p ? ((node_t *)p)->record : NULL;
	if (!r || !__atomic_load_n(&r->unfinished, __ATOMIC_ACQUIRE) || variable == r->keys[key].at)
		return;
	const char *value = r->values;
	for (unsigned i = 0; i < key; i++)
		value += r->keys[i].mode != KEY_ADDRESS ? r->keys[i].size : 0;
	memcpy(variable, value, r->keys[key].size);
}
