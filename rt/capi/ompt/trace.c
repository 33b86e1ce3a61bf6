/* Device tracing: entry points of OpenMP 5.2 §19.6.2, trace buffers, and the thread that fills them. */
#include "../host/loader.h"
#include "trace.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../host/shim.h"

/* The first aligned word of a buffer is the number of used bytes: the offset of the end of its records. A
 * word with the record's size, this word included, precedes each record. A cursor is the address of a
 * record. */
enum { HEADER = 8,
	NO_RECORD = 0,
	RECOMMENDED_BYTES = 256 << 10 };

static char *first_word(const void *buffer) { return (char *)(((uintptr_t)buffer + HEADER - 1) & ~(uintptr_t)(HEADER - 1)); }

#define BIT(type) (1ull << (type))
#define TRACEABLE (BIT(ompt_callback_target) | BIT(ompt_callback_target_data_op) | BIT(ompt_callback_target_submit) | \
	BIT(ompt_callback_target_map) | BIT(ompt_callback_target_emi) | BIT(ompt_callback_target_data_op_emi) | \
	BIT(ompt_callback_target_submit_emi) | BIT(ompt_callback_target_map_emi))

/* device_t is the type to which the tool's ompt_device_t * points. The tracer thread owns buffer, size and
 * used; the tool's calls set the other fields. */
typedef struct {
	int number;
	_Atomic uint64_t events;    /* bits of the event types that the tool wants */
	_Atomic int started, paused;
	_Atomic unsigned start;     /* number of times that the tool started the trace */
	_Atomic unsigned refused;   /* value of start when the tool last refused a buffer */
	ompt_callback_buffer_request_t request; /* request and complete are read and set with tracer.lock */
	ompt_callback_buffer_complete_t complete;
	char *buffer;
	size_t size, used;
} device_t;

static device_t devices[OMPCC_MAX_DEVICES];
_Atomic int ompcc_ompt_tracing;

/* node is an element of the tracer thread's queue: a record, or (size 0) a request to give the device's
 * buffer to the tool. */
typedef struct node node;
struct node {
	node *next;
	device_t *device;
	unsigned start;             /* the device's start when the record was made */
	int *done;                  /* set when the request is done; NULL: no thread waits */
	size_t size;
	ompt_record_ompt_t record;  /* the arrays of a map record follow it */
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t filled, served;
	node *first, **last;
	int running;
	pthread_t thread;
} tracer = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER, .served = PTHREAD_COND_INITIALIZER};

ompt_device_time_t ompcc_ompt_trace_time(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (ompt_device_time_t)t.tv_sec * 1000000000u + (ompt_device_time_t)t.tv_nsec;
}

/* --- the tracer thread --------------------------------------------------- */

/* hand_over gives the device's buffer to the tool. bytes is the full size of the buffer (OpenMP 5.2
 * §19.5.2.24). */
static void hand_over(device_t *d) {
	if (!d->buffer)
		return;
	char *buffer = d->buffer;
	ompt_buffer_cursor_t begin = NO_RECORD;
	if (d->size >= 2 * HEADER)
		memcpy(first_word(buffer), &d->used, sizeof d->used);
	if (d->used)
		begin = (ompt_buffer_cursor_t)(uintptr_t)(first_word(buffer) + 2 * HEADER);
	d->buffer = NULL;
	pthread_mutex_lock(&tracer.lock);
	ompt_callback_buffer_complete_t complete = d->complete;
	pthread_mutex_unlock(&tracer.lock);
	complete(d->number, buffer, d->size, begin, 1);
}

/* ask_for_buffer requests a buffer from the tool. If the tool returns none, recording ends until the tool
 * starts the trace again (OpenMP 5.2 §19.5.2.23). */
static void ask_for_buffer(device_t *d, unsigned start) {
	ompt_buffer_t *buffer = NULL;
	size_t size = 0;
	pthread_mutex_lock(&tracer.lock);
	ompt_callback_buffer_request_t request = d->request;
	pthread_mutex_unlock(&tracer.lock);
	request(d->number, &buffer, &size);
	d->used = 0;
	d->size = size;
	d->buffer = size ? buffer : NULL;
	if (!d->buffer)
		atomic_store(&d->refused, start);
}

/* place returns the end of the records in the device's buffer, or NULL if bytes do not fit there. */
static char *place(const device_t *d, size_t bytes) {
	size_t used = d->used ? d->used : (size_t)(first_word(d->buffer) - d->buffer) + HEADER;
	return bytes <= d->size && used <= d->size - bytes ? d->buffer + used : NULL;
}

/* room returns the place for a record, in a new buffer if necessary. If the record does not fit into an
 * empty buffer, room returns that buffer to the tool, and the record is lost. */
static char *room(device_t *d, size_t bytes, unsigned start) {
	char *at = d->buffer ? place(d, bytes) : NULL;
	if (at)
		return at;
	hand_over(d);
	ask_for_buffer(d, start);
	at = d->buffer ? place(d, bytes) : NULL;
	if (!at)
		hand_over(d);
	return at;
}

/* moved converts a pointer into the node's record to a pointer into the copy of the record. */
static void *moved(const void *p, const node *from, const char *to) {
	return p ? (void *)(to + ((const char *)p - (const char *)&from->record)) : NULL;
}

static void deliver(const node *n) {
	device_t *d = n->device;
	if (n->start == atomic_load(&d->refused))
		return;
	char *at = room(d, HEADER + n->size, n->start);
	if (!at)
		return;
	d->used = (size_t)(at - d->buffer) + HEADER + n->size;
	at += HEADER;
	*(uint64_t *)(void *)(at - HEADER) = HEADER + n->size;
	memcpy(at, &n->record, n->size);
	ompt_record_ompt_t *copy = (ompt_record_ompt_t *)(void *)at;
	if (copy->type == ompt_callback_target_map || copy->type == ompt_callback_target_map_emi) {
		ompt_record_target_map_t *m = &copy->record.target_map;
		m->host_addr = moved(m->host_addr, n, at);
		m->device_addr = moved(m->device_addr, n, at);
		m->bytes = moved(m->bytes, n, at);
		m->mapping_flags = moved(m->mapping_flags, n, at);
	}
}

static void serve(node *n) {
	if (n->size)
		deliver(n);
	else
		hand_over(n->device);
	if (n->done) {
		pthread_mutex_lock(&tracer.lock);
		*n->done = 1;
		pthread_cond_broadcast(&tracer.served);
		pthread_mutex_unlock(&tracer.lock);
	}
	free(n);
}

/* trace is the tracer thread. It calls the tool without the lock, because the tool may call entry points
 * of this file. */
static void *trace(void *unused) {
	(void)unused;
	for (;;) {
		pthread_mutex_lock(&tracer.lock);
		while (!tracer.first)
			pthread_cond_wait(&tracer.filled, &tracer.lock);
		node *list = tracer.first;
		tracer.first = NULL;
		pthread_mutex_unlock(&tracer.lock);
		while (list) {
			node *next = list->next;
			serve(list);
			list = next;
		}
	}
	return NULL;
}

/* start_thread starts the tracer thread, with all signals blocked. The caller holds the lock. */
static int start_thread(void) {
	sigset_t all, old;
	if (tracer.running)
		return 1;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	tracer.running = pthread_create(&tracer.thread, NULL, trace, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (tracer.running)
		pthread_detach(tracer.thread);
	return tracer.running;
}

static void enqueue(node *n) {
	n->next = NULL;
	if (!tracer.first)
		tracer.last = &tracer.first;
	*tracer.last = n;
	tracer.last = &n->next;
	pthread_cond_signal(&tracer.filled);
}

/* --- recording ----------------------------------------------------------- */

static int refused(device_t *d) { return atomic_load(&d->refused) == atomic_load(&d->start); }

int ompcc_ompt_trace_wants(int device, ompt_callbacks_t type) {
	if (device < 0 || device >= OMPCC_MAX_DEVICES)
		return 0;
	device_t *d = &devices[device];
	return atomic_load(&d->started) && !refused(d) && !atomic_load(&d->paused) && (atomic_load(&d->events) & BIT(type)) != 0;
}

static void *append(char **at, const void *data, size_t bytes) {
	void *out = *at;
	memcpy(out, data, bytes);
	*at += (bytes + 7) & ~7ul;
	return out;
}

static size_t map_bytes(const ompt_record_target_map_t *m) { return m->nitems * 4 * sizeof(void *) + 4 * 8; }

static void copy_map(ompt_record_target_map_t *m, char *at) {
	m->host_addr = append(&at, m->host_addr, m->nitems * sizeof *m->host_addr);
	m->device_addr = append(&at, m->device_addr, m->nitems * sizeof *m->device_addr);
	m->bytes = append(&at, m->bytes, m->nitems * sizeof *m->bytes);
	m->mapping_flags = append(&at, m->mapping_flags, m->nitems * sizeof *m->mapping_flags);
}

void ompcc_ompt_trace_record(int device, const ompt_record_ompt_t *record) {
	int is_map = record->type == ompt_callback_target_map || record->type == ompt_callback_target_map_emi;
	size_t size = (sizeof *record + 7) & ~7ul;
	size_t extra = is_map ? map_bytes(&record->record.target_map) : 0;
	node *n = malloc(sizeof *n + 8 + extra);
	if (!n)
		return;
	n->device = &devices[device];
	n->start = atomic_load(&n->device->start);
	n->done = NULL;
	n->record = *record;
	n->size = size + extra;
	if (is_map)
		copy_map(&n->record.record.target_map, (char *)&n->record + size);
	pthread_mutex_lock(&tracer.lock);
	enqueue(n);
	pthread_mutex_unlock(&tracer.lock);
}

static int is_tracer(void) { return tracer.running && pthread_equal(pthread_self(), tracer.thread); }

/* may_wait reports whether the caller may wait for the tracer thread without the risk of a deadlock. It may
 * not on the tracer thread, nor in a callback of a construct: there, the tool may hold a lock that its
 * completion callback needs. */
static int may_wait(void) { return ompcc_ompt_thread.top == NULL && !is_tracer(); }

static int flush(device_t *d, int wait) {
	int done = 0;
	node *n = calloc(1, sizeof *n);
	if (!n || !tracer.running) {
		free(n);
		return 0;
	}
	n->device = d;
	n->done = wait ? &done : NULL;
	pthread_mutex_lock(&tracer.lock);
	enqueue(n);
	while (wait && !done)
		pthread_cond_wait(&tracer.served, &tracer.lock);
	pthread_mutex_unlock(&tracer.lock);
	return 1;
}

/* --- entry points -------------------------------------------------------- */

static device_t *known(ompt_device_t *device) {
	device_t *d = device;
	return d >= devices && d < devices + OMPCC_MAX_DEVICES ? d : NULL;
}

static ompt_set_result_t set_trace_ompt(ompt_device_t *device, unsigned enable, unsigned type) {
	device_t *d = known(device);
	uint64_t bits = type == 0 ? TRACEABLE : type < 64 ? BIT(type) & TRACEABLE
							  : 0;
	if (!d || type > ompt_callback_error)
		return ompt_set_error;
	if (!bits)
		return ompt_set_never;
	if (enable && bits & (BIT(ompt_callback_target_map) | BIT(ompt_callback_target_map_emi)))
		ompcc_ompt_maps = 1;
	if (enable)
		atomic_fetch_or(&d->events, bits);
	else
		atomic_fetch_and(&d->events, ~bits);
	return ompt_set_always;
}

/* set_trace_native enables nothing: there are no native records. */
static ompt_set_result_t set_trace_native(ompt_device_t *device, int enable, int flags) {
	(void)enable, (void)flags;
	return known(device) ? ompt_set_never : ompt_set_error;
}

static int start_trace(ompt_device_t *device, ompt_callback_buffer_request_t request, ompt_callback_buffer_complete_t complete) {
	device_t *d = known(device);
	if (!d || !request || !complete)
		return 0;
	pthread_mutex_lock(&tracer.lock);
	int ok = start_thread() && (!atomic_load(&d->started) || refused(d));
	if (ok) {
		d->request = request;
		d->complete = complete;
		atomic_fetch_add(&d->start, 1);
		atomic_store(&d->paused, 0);
		if (!atomic_exchange(&d->started, 1))
			atomic_fetch_add(&ompcc_ompt_tracing, 1);
	}
	pthread_mutex_unlock(&tracer.lock);
	return ok;
}

static int pause_trace(ompt_device_t *device, int begin_pause) {
	device_t *d = known(device);
	if (!d || !atomic_load(&d->started))
		return 0;
	atomic_store(&d->paused, begin_pause != 0);
	return 1;
}

static int flush_trace(ompt_device_t *device) {
	device_t *d = known(device);
	return d && atomic_load(&d->started) && flush(d, may_wait());
}

static int stop_trace(ompt_device_t *device) {
	device_t *d = known(device);
	int one = 1;
	if (!d || !atomic_compare_exchange_strong(&d->started, &one, 0))
		return 0;
	atomic_fetch_sub(&ompcc_ompt_tracing, 1);
	return flush(d, may_wait());
}

/* end_of returns the end of the records in a buffer, or 0 if the tool's cursor does not refer to a record. */
static uintptr_t end_of(const ompt_buffer_t *buffer, ompt_buffer_cursor_t cursor) {
	uintptr_t first = (uintptr_t)first_word(buffer), at = (uintptr_t)cursor;
	size_t used;
	if (!buffer || at < first + 2 * HEADER || at % HEADER)
		return 0;
	memcpy(&used, (const void *)first, sizeof used);
	return at < (uintptr_t)buffer + used ? (uintptr_t)buffer + used : 0;
}

static int advance_buffer_cursor(ompt_device_t *device, ompt_buffer_t *buffer, size_t size, ompt_buffer_cursor_t current,
	ompt_buffer_cursor_t *next) {
	uintptr_t end = end_of(buffer, current), at = (uintptr_t)current;
	(void)device;
	if (!end)
		return 0;
	at += *(uint64_t *)(at - HEADER);
	if (at >= end || at >= (uintptr_t)buffer + size)
		return 0;
	*next = at;
	return 1;
}

static ompt_record_t get_record_type(ompt_buffer_t *buffer, ompt_buffer_cursor_t current) {
	return end_of(buffer, current) ? ompt_record_ompt : ompt_record_invalid;
}

static ompt_record_ompt_t *get_record_ompt(ompt_buffer_t *buffer, ompt_buffer_cursor_t current) {
	return end_of(buffer, current) ? (ompt_record_ompt_t *)(uintptr_t)current : NULL;
}

static void *get_record_native(ompt_buffer_t *buffer, ompt_buffer_cursor_t current, ompt_id_t *host_op_id) {
	(void)buffer, (void)current, (void)host_op_id;
	return NULL;
}

static ompt_record_abstract_t *get_record_abstract(void *native_record) {
	(void)native_record;
	return NULL;
}

static int get_device_num_procs(ompt_device_t *device) {
	device_t *d = known(device);
	int index;
	return d && ompcc_device_kind(d->number, &index) == OMPCC_CPU ? (int)ompcc_cpu_num_procs() : -1;
}

static ompt_device_time_t get_device_time(ompt_device_t *device) {
	return known(device) ? ompcc_ompt_trace_time() : ompt_time_none;
}

static double (*wtime)(void);
static double wtime_offset;
static pthread_once_t wtime_once = PTHREAD_ONCE_INIT;

/* compare_clocks measures the offset of omp_get_wtime from the trace's clock: a tool gets times in
 * omp_get_wtime's epoch, which the host runtime chooses. Of five measurements, the one between the closest
 * readings counts. */
static void compare_clocks(void) {
	double best = 1;
	*(void **)&wtime = ompcc_dlsym(RTLD_DEFAULT, "omp_get_wtime");
	for (int i = 0; wtime && i < 5; i++) {
		double before = (double)ompcc_ompt_trace_time() * 1e-9, there = wtime();
		double after = (double)ompcc_ompt_trace_time() * 1e-9;
		if (after - before < best) {
			best = after - before;
			wtime_offset = there - (before + after) / 2;
		}
	}
}

static double translate_time(ompt_device_t *device, ompt_device_time_t time) {
	pthread_once(&wtime_once, compare_clocks);
	return known(device) ? (double)time * 1e-9 + wtime_offset : 0;
}

static void get_buffer_limits(ompt_device_t *device, int *max_concurrent_allocs, size_t *recommended_bytes) {
	(void)device;
	*max_concurrent_allocs = 1;
	*recommended_bytes = RECOMMENDED_BYTES;
}

#define ENTRY(name) {"ompt_" #name, (ompt_interface_fn_t)name}
static const struct {
	const char *name;
	ompt_interface_fn_t function;
} entries[] = {
	ENTRY(get_device_num_procs),
	ENTRY(get_device_time),
	ENTRY(translate_time),
	ENTRY(set_trace_ompt),
	ENTRY(set_trace_native),
	ENTRY(get_buffer_limits),
	ENTRY(start_trace),
	ENTRY(pause_trace),
	ENTRY(flush_trace),
	ENTRY(stop_trace),
	ENTRY(advance_buffer_cursor),
	ENTRY(get_record_type),
	ENTRY(get_record_ompt),
	ENTRY(get_record_native),
	ENTRY(get_record_abstract),
};

ompt_interface_fn_t ompcc_ompt_trace_lookup(const char *name) {
	for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++)
		if (strcmp(name, entries[i].name) == 0)
			return entries[i].function;
	return NULL;
}

ompt_device_t *ompcc_ompt_trace_device(int n) {
	devices[n].number = n;
	return &devices[n];
}

void ompcc_ompt_trace_end(int n) {
	device_t *d = &devices[n];
	int one = 1;
	if (atomic_compare_exchange_strong(&d->started, &one, 0)) {
		atomic_fetch_sub(&ompcc_ompt_tracing, 1);
		flush(d, !is_tracer()); /* the tool may call exit in a callback on the tracer thread */
	}
}
