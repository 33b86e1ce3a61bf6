/* ompt-check: a tool that holds the events of OpenMP devices against the
 * specification while the program runs (OpenMP 5.2 §19.5.2, §13, §5.8, §7.8).
 *
 *     cc -shared -fPIC -o libompt-check.so check.c -lpthread
 *     OMP_TOOL_LIBRARIES=./libompt-check.so ./a.out
 *
 * The first violation is reported on stderr, with the rule and the event, and
 * ends the program with status 86; OMPT_CHECK=continue reports all and goes on.
 * With OMPT_CHECK_VERBOSE=1 the number of events is printed at the end. */
#include <omp-tools.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VIOLATION_STATUS = 86, MAX_DEPTH = 64 };

/* --- reports ------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long events, violations;
static int go_on;

__attribute__((format(printf, 2, 3))) static void violation(const char *event, const char *format, ...) {
	va_list args;
	va_start(args, format);
	flockfile(stderr);
	fprintf(stderr, "ompt-check: %s: ", event);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	funlockfile(stderr);
	va_end(args);
	__atomic_fetch_add(&violations, 1, __ATOMIC_RELAXED);
	if (!go_on) {
		fflush(NULL);
		_exit(VIOLATION_STATUS);
	}
}

#define RULE(event, cond, ...) do { if (!(cond)) violation(event, __VA_ARGS__); } while (0)

/* --- what is known of the devices ---------------------------------------- */

typedef struct block block;
struct block { /* device storage: allocated, or of a declare target variable */
	block *next;
	char *begin;
	size_t bytes;
	int allocated;
};

typedef struct module module;
struct module {
	module *next;
	uint64_t id;
};

enum { ABSENT, READY, ENDED };
typedef struct device device;
struct device {
	device *next;
	int number, state;
	block *blocks;
	module *modules;
};
static device *devices;

static device *device_of(int number) {
	for (device *d = devices; d; d = d->next)
		if (d->number == number)
			return d;
	return NULL;
}

static int is_ready(int number) {
	device *d = device_of(number);
	return d && d->state == READY;
}

static block **find(device *d, const void *address) {
	block **p = &d->blocks;
	while (*p && !((char *)address >= (*p)->begin && (char *)address < (*p)->begin + (*p)->bytes))
		p = &(*p)->next;
	return p;
}

static void add_block(device *d, void *address, size_t bytes, int allocated) {
	block *b = calloc(1, sizeof *b);
	*b = (block){d->blocks, address, bytes, allocated};
	d->blocks = b;
}

static void remove_block(block **p) {
	block *b = *p;
	*p = b->next;
	free(b);
}

/* --- what the thread is doing -------------------------------------------- */

typedef struct {
	int kind, device;
	ompt_data_t *data;
	uint64_t value;
	const void *ra;
	int ops;              /* data operations and kernels so far */
	int in_submit;        /* it began in a submission of the region around it */
} region_t;

static __thread struct {
	region_t region[MAX_DEPTH];
	int depth;
	int in_op, in_submit;
	ompt_id_t *op;
	uint64_t op_value;
	ompt_target_data_op_t optype;
	void *src, *dst;
	int srcdev, dstdev;
	size_t bytes;
} self;

static uint64_t next_value(void) {
	static uint64_t last;
	return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

static region_t *innermost(void) { return self.depth ? &self.region[self.depth - 1] : NULL; }

static void count(void) { __atomic_fetch_add(&events, 1, __ATOMIC_RELAXED); }

static int known_kind(int kind) { return (kind >= 1 && kind <= 4) || (kind >= 9 && kind <= 12); }

/* --- devices ------------------------------------------------------------- */

static void on_initialize(int number, const char *type, ompt_device_t *handle, ompt_function_lookup_t lookup, const char *doc) {
	(void)handle, (void)lookup, (void)doc;
	count();
	pthread_mutex_lock(&lock);
	device *d = device_of(number);
	RULE("device_initialize", number >= 0, "device number %d", number);
	RULE("device_initialize", type && *type, "device %d has no type", number);
	RULE("device_initialize", !d || d->state != READY, "device %d is initialized already", number);
	if (!d) {
		d = calloc(1, sizeof *d);
		d->number = number;
		d->next = devices;
		devices = d;
	}
	d->state = READY;
	pthread_mutex_unlock(&lock);
}

static void on_finalize(int number) {
	count();
	pthread_mutex_lock(&lock);
	device *d = device_of(number);
	RULE("device_finalize", d && d->state == READY, "device %d was not initialized", number);
	if (d) {
		RULE("device_finalize", !d->modules, "device %d still has module %llu loaded", number, (unsigned long long)d->modules->id);
		d->state = ENDED;
	}
	pthread_mutex_unlock(&lock);
}

static void on_load(int number, const char *file, int64_t offset, void *vma, size_t bytes, void *host, void *address, uint64_t id) {
	(void)file, (void)offset, (void)vma, (void)bytes, (void)host, (void)address;
	count();
	pthread_mutex_lock(&lock);
	device *d = device_of(number);
	RULE("device_load", is_ready(number), "device %d is not initialized", number);
	for (module *m = d ? d->modules : NULL; m; m = m->next)
		RULE("device_load", m->id != id, "module %llu is loaded on device %d already", (unsigned long long)id, number);
	if (d) {
		module *m = calloc(1, sizeof *m);
		*m = (module){d->modules, id};
		d->modules = m;
	}
	pthread_mutex_unlock(&lock);
}

static void on_unload(int number, uint64_t id) {
	count();
	pthread_mutex_lock(&lock);
	device *d = device_of(number);
	module **p = d ? &d->modules : NULL;
	while (p && *p && (*p)->id != id)
		p = &(*p)->next;
	RULE("device_unload", p && *p, "module %llu is not loaded on device %d", (unsigned long long)id, number);
	if (p && *p) {
		module *m = *p;
		*p = m->next;
		free(m);
	}
	pthread_mutex_unlock(&lock);
}

/* --- regions ------------------------------------------------------------- */

static void begin_region(ompt_target_t kind, int number, ompt_data_t *data, const void *ra) {
	RULE("target begin", data->value == 0, "target_data is %#llx, not zero", (unsigned long long)data->value);
	RULE("target begin", self.depth < MAX_DEPTH, "%d regions are open on this thread", self.depth);
	RULE("target begin", !self.in_op, "inside of a data operation");
	data->value = next_value();
	/* A kernel may execute on the thread that submits it, which then executes the kernel's reverse-offload regions. */
	if (self.depth < MAX_DEPTH)
		self.region[self.depth++] = (region_t){kind, number, data, data->value, ra, 0, self.in_submit};
	self.in_submit = 0;
}

static void end_region(ompt_target_t kind, int number, ompt_data_t *data, const void *ra) {
	region_t *r = innermost();
	RULE("target end", r, "no region is open on this thread");
	if (!r)
		return;
	RULE("target end", r->kind == (int)kind, "kind %d, but the region began with %d", kind, r->kind);
	RULE("target end", r->device == number, "device %d, but the region began with %d", number, r->device);
	RULE("target end", r->data == data && data->value == r->value, "target_data is not what the region began with");
	RULE("target end", r->ra == ra, "codeptr_ra differs from the region's begin");
	RULE("target end", !self.in_op && !self.in_submit, "a data operation or submission has not ended");
	self.in_submit = r->in_submit;
	self.depth--;
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int number, ompt_data_t *task,
                      ompt_data_t *target_task, ompt_data_t *data, const void *ra) {
	(void)target_task;
	count();
	RULE("target", known_kind(kind), "kind %d", kind);
	RULE("target", endpoint == ompt_scope_begin || endpoint == ompt_scope_end, "endpoint %d", endpoint);
	RULE("target", task, "no encountering task");
	RULE("target", data, "no target_data");
	RULE("target", ra, "no codeptr_ra");
	if (!data)
		return;
	if (endpoint == ompt_scope_begin)
		begin_region(kind, number, data, ra);
	else
		end_region(kind, number, data, ra);
}

static void on_map(ompt_data_t *data, unsigned n, void **host, void **device_addr, size_t *bytes, unsigned *flags, const void *ra) {
	region_t *r = innermost();
	count();
	RULE("target_map", r, "outside of a region");
	RULE("target_map", n > 0 && host && device_addr && bytes && flags, "nothing is mapped");
	if (!r)
		return;
	RULE("target_map", r->kind != ompt_target_update && r->kind != ompt_target_update_nowait, "target update maps nothing");
	RULE("target_map", r->data == data, "target_data is not the region's");
	RULE("target_map", r->ra == ra, "codeptr_ra is not the region's");
	RULE("target_map", r->ops == 0, "after a data operation of the region");
	for (unsigned i = 0; i < n; i++)
		RULE("target_map", (flags[i] & ~0x3ffu) == 0, "item %u has flags %#x", i, flags[i]);
}

/* --- data operations ----------------------------------------------------- */

static const char *op_name(int o) {
	static const char *const names[] = {"?", "alloc", "transfer_to_device", "transfer_from_device", "delete", "associate",
		"disassociate", "transfer", "memset", "transfer_rect"};
	return o >= 17 ? op_name(o - 16) : o >= 1 && o <= 9 ? names[o] : names[0];
}

static int base_op(int o) { return o >= 17 ? o - 16 : o; }

static int once(int o) { return o == ompt_target_data_associate || o == ompt_target_data_disassociate; }

/* inside checks that a side of an operation lies in storage of its device. */
static void inside(const char *name, int number, const void *address, size_t bytes) {
	device *d = device_of(number);
	if (!d || base_op(self.optype) == 9) /* the addresses of a rectangle are descriptions */
		return;
	block *b = *find(d, address);
	/* The reference of a declare target link variable is in the image, and no
	 * event says where: pointers may go to unknown storage. */
	if (!b && bytes == sizeof(void *))
		return;
	RULE(name, b, "%p is no storage of device %d", address, number);
	RULE(name, !b || (char *)address + bytes <= b->begin + b->bytes, "%zu bytes at %p pass the end of %zu bytes at %p of device %d",
		bytes, address, b->bytes, (void *)b->begin, number);
}

static void finish_alloc(const char *name) {
	device *d = device_of(self.dstdev);
	if (!d || !self.dst) /* the host, or a failure */
		return;
	for (block *b = d->blocks; b; b = b->next)
		RULE(name, (char *)self.dst + self.bytes <= b->begin || (char *)self.dst >= b->begin + b->bytes,
			"%zu bytes at %p overlap %zu bytes at %p of device %d", self.bytes, self.dst, b->bytes, (void *)b->begin, d->number);
	add_block(d, self.dst, self.bytes, 1);
}

/* The address that is deleted is the source before OpenMP 6.0, then the
 * destination. */
static void finish_delete(const char *name) {
	device *d = device_of(self.src ? self.srcdev : self.dstdev);
	void *address = self.src ? self.src : self.dst;
	if (!d)
		return;
	block **p = find(d, address);
	RULE(name, *p && (*p)->begin == (char *)address && (*p)->allocated, "%p was not allocated on device %d", address, d->number);
	RULE(name, !*p || self.bytes == 0 || (*p)->bytes == self.bytes, "%zu bytes, but %zu were allocated", self.bytes, (*p)->bytes);
	if (*p)
		remove_block(p);
}

static void finish_op(const char *name) {
	switch (base_op(self.optype)) {
	case ompt_target_data_alloc:
		finish_alloc(name);
		break;
	case ompt_target_data_delete:
		finish_delete(name);
		break;
	case ompt_target_data_associate:
		if (device_of(self.dstdev) && !*find(device_of(self.dstdev), self.dst))
			add_block(device_of(self.dstdev), self.dst, self.bytes, 0);
		break;
	case ompt_target_data_disassociate:
		break;
	default:
		inside(name, self.srcdev, self.src, self.src ? self.bytes : 0);
		inside(name, self.dstdev, self.dst, self.bytes);
	}
}

/* touches checks the devices of an operation: those that are not the host are
 * in use, at least one is. */
static void touches(const char *name) {
	int known = is_ready(self.srcdev) + is_ready(self.dstdev);
	RULE(name, known > 0, "neither device %d nor device %d is initialized", self.srcdev, self.dstdev);
}

static void on_data_op(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *data, ompt_id_t *op,
                       ompt_target_data_op_t optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	const char *name = op_name(optype);
	region_t *r = innermost();
	(void)task;
	count();
	RULE("target_data_op", *name != '?', "optype %d", optype);
	RULE(name, data && op, "no target_data or host_op_id");
	RULE(name, ra, "no codeptr_ra");
	RULE(name, !self.in_submit || (r && data != r->data), "inside of a submission");
	RULE(name, (endpoint == ompt_scope_beginend) == once(optype), "endpoint %d", endpoint);
	RULE(name, !r || data != r->data || ra == r->ra, "codeptr_ra is not the region's");
	RULE(name, data->value == 0 || (r && data == r->data), "target_data is of no open region");
	if (!data || !op)
		return;
	if (endpoint != ompt_scope_end) {
		RULE(name, !self.in_op, "inside of another data operation (%s)", op_name(self.optype));
		RULE(name, *op == 0, "host_op_id is %#llx, not zero", (unsigned long long)*op);
		*op = self.op_value = next_value();
		self.op = op;
		self.in_op = endpoint == ompt_scope_begin;
	} else {
		RULE(name, self.in_op, "ends, but did not begin");
		RULE(name, self.optype == optype, "ends, but %s began", op_name(self.optype));
		RULE(name, self.op == op && *op == self.op_value, "host_op_id is not what the operation began with");
		RULE(name, self.src == src && self.srcdev == srcdev && self.dstdev == dstdev && self.bytes == bytes,
			"ends with other arguments than it began with");
		RULE(name, self.dst == dst || base_op(optype) == ompt_target_data_alloc, "ends with another destination");
		self.in_op = 0;
	}
	self.optype = optype;
	self.src = src;
	self.srcdev = srcdev;
	self.dst = dst;
	self.dstdev = dstdev;
	self.bytes = bytes;
	pthread_mutex_lock(&lock);
	touches(name);
	/* Storage that is given back may be another thread's before the end event. */
	int deletes = base_op(optype) == ompt_target_data_delete;
	if (deletes ? endpoint == ompt_scope_begin : endpoint != ompt_scope_begin)
		finish_op(name);
	pthread_mutex_unlock(&lock);
	if (r && data == r->data)
		r->ops++;
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *data, ompt_id_t *op, unsigned teams) {
	region_t *r = innermost();
	(void)teams;
	count();
	RULE("target_submit", endpoint == ompt_scope_begin || endpoint == ompt_scope_end, "endpoint %d", endpoint);
	RULE("target_submit", r && r->data == data, "target_data is not of the region");
	RULE("target_submit", r && (r->kind == ompt_target || r->kind == ompt_target_nowait), "outside of a target region");
	RULE("target_submit", op, "no host_op_id");
	if (!r || !op)
		return;
	if (endpoint == ompt_scope_begin) {
		RULE("target_submit begin", *op == 0, "host_op_id is %#llx, not zero", (unsigned long long)*op);
		*op = next_value();
	}
	/* The host's version of a region may itself use devices. */
	self.in_submit = endpoint == ompt_scope_begin && is_ready(r->device);
	r->ops++;
}

/* --- the tool ------------------------------------------------------------ */

static int initialize(ompt_function_lookup_t lookup, int initial, ompt_data_t *data) {
	static const struct { ompt_callbacks_t event; ompt_callback_t callback; } wanted[] = {
		{ompt_callback_device_initialize, (ompt_callback_t)on_initialize},
		{ompt_callback_device_finalize, (ompt_callback_t)on_finalize},
		{ompt_callback_device_load, (ompt_callback_t)on_load},
		{ompt_callback_device_unload, (ompt_callback_t)on_unload},
		{ompt_callback_target_emi, (ompt_callback_t)on_target},
		{ompt_callback_target_map_emi, (ompt_callback_t)on_map},
		{ompt_callback_target_data_op_emi, (ompt_callback_t)on_data_op},
		{ompt_callback_target_submit_emi, (ompt_callback_t)on_submit},
	};
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	const char *mode = getenv("OMPT_CHECK");
	(void)initial, (void)data;
	go_on = mode && strcmp(mode, "continue") == 0;
	for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++)
		set(wanted[i].event, wanted[i].callback);
	return 1;
}

static void finalize(ompt_data_t *data) {
	(void)data;
	/* A region may be open: programs call exit inside of them. */
	for (device *d = devices; d; d = d->next)
		RULE("finalize", d->state != READY, "device %d was not finalized", d->number);
	if (getenv("OMPT_CHECK_VERBOSE"))
		fprintf(stderr, "ompt-check: %lu events, %lu violations\n", events, violations);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}
