/* A tool that prints the events it gets, one a line, in a form that does not
 * change from run to run: addresses, ids and call sites are numbered in the
 * order in which they are first seen. TOOL=plain uses the callbacks without
 * _emi. Rules that hold for each event by itself are checked here. */
#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ompt_get_target_info_t get_target_info;
static ompt_get_num_devices_t get_num_devices;
static ompt_get_state_t get_state;
static int tool_host;

static void broken(const char *rule) {
	printf("VIOLATION: %s\n", rule);
	fflush(stdout);
	_exit(3); /* exit would wait for the runtime that is calling */
}
#define RULE(x) do { if (!(x)) broken(#x); } while (0)
#define LLVM_BREAKS(x) RULE(getenv("COMPAT") || (x)) /* a rule that LLVM's runtime does not keep */

static struct { char kind; int number; uint64_t value; } seen[1024];
static int nseen;

static const char *label(char kind, uint64_t value) {
	static char text[8][16];
	static int next;
	char *out = text[next++ % 8];
	int i, number = 1;
	if (value == 0)
		return "0";
	for (i = 0; i < nseen && (seen[i].kind != kind || seen[i].value != value); i++)
		number += seen[i].kind == kind;
	if (i == nseen) {
		seen[nseen].kind = kind;
		seen[nseen].number = number;
		seen[nseen++].value = value;
	}
	sprintf(out, "%c%d", kind, seen[i].number);
	return out;
}

/* An address that was freed gets a new number when it is allocated again. */
static void forget(const void *p) {
	for (int i = 0; i < nseen; i++)
		if (seen[i].kind == 'p' && seen[i].value == (uint64_t)p)
			seen[i].value = ~0ull;
}

/* The program names its variables. */
static struct { const char *name; char *begin; size_t size; } named[16];
__attribute__((unused)) static void name_variable(const char *name, void *begin, size_t size) {
	int i = 0;
	while (named[i].name)
		i++;
	named[i].name = name;
	named[i].begin = begin;
	named[i].size = size;
}

static const char *addr(const void *p) {
	for (int i = 0; i < 16 && named[i].name; i++)
		if ((char *)p >= named[i].begin && (char *)p < named[i].begin + named[i].size)
			return named[i].name;
	return label('p', (uint64_t)p);
}

/* libomp does not tell its guests' devices to initialize. */
extern int omp_get_initial_device(void) __attribute__((weak));

static const char *dev(int n) {
	static char text[4][8];
	static int next;
	char *out = text[next++ % 4];
	sprintf(out, n == tool_host ? "host" : "dev%d", n);
	return out;
}

static const char *site(const void *ra) { return label('c', (uint64_t)ra); }

static const char *endpoint(ompt_scope_endpoint_t e) {
	RULE(e >= ompt_scope_begin && e <= ompt_scope_beginend);
	return e == ompt_scope_begin ? "begin" : e == ompt_scope_end ? "end" : "beginend";
}

static const char *kind(ompt_target_t k) {
	static const char *const names[] = {[1] = "target", "enter_data", "exit_data", "update", [9] = "target_nowait",
		"enter_data_nowait", "exit_data_nowait", "update_nowait"};
	RULE(k >= 1 && k <= 12 && names[k]);
	return names[k];
}

static const char *optype(ompt_target_data_op_t o) {
	static const char *const names[] = {[1] = "alloc", "to", "from", "delete", "associate", "disassociate", "transfer",
		"memset", "rect", [17] = "alloc_async", "to_async", "from_async", "delete_async", [23] = "transfer_async",
		"memset_async", "rect_async"};
	RULE(o >= 1 && o <= 25 && names[o]);
	return names[o];
}

static uint64_t values;

static void check_info(int expected, int device, ompt_id_t target) {
	uint64_t d = 99;
	ompt_id_t t = 0, op = 0;
	int inside = get_target_info ? get_target_info(&d, &t, &op) : expected;
	RULE(inside == expected);
	if (inside && get_target_info)
		RULE((int)d == device && t == target);
}

/* check_waiting checks the thread's state within a construct: it waits for the
 * device, unless it executes the region itself. */
static void check_waiting(void) {
	ompt_wait_id_t wait = 0;
	int state = get_state ? get_state(&wait) : ompt_state_wait_target, device_waits = state >= ompt_state_wait_target && state <= ompt_state_wait_target_update;
	uint64_t d = 0;
	ompt_id_t t, op;
	if (get_state && get_target_info(&d, &t, &op))
		RULE(device_waits == ((int)d != tool_host));
}

static void on_device_initialize(int d, const char *type, ompt_device_t *device, ompt_function_lookup_t lookup, const char *doc) {
	LLVM_BREAKS(strchr(type, ';'));
	if (getenv("GUEST") && !getenv("COMPAT") && omp_get_initial_device)
		tool_host = omp_get_initial_device();
	(void)device, (void)lookup, (void)doc;
	printf("device_initialize %s\n", dev(d));
}
static void on_device_finalize(int d) { printf("device_finalize %s\n", dev(d)); }
static void on_device_load(int d, const char *file, int64_t offset, void *vma, size_t bytes, void *host, void *device, uint64_t id) {
	LLVM_BREAKS(id != 0);
	(void)file, (void)offset, (void)vma, (void)bytes, (void)host, (void)device;
	printf("device_load %s module=%s\n", dev(d), label('m', id));
}
static void on_device_unload(int d, uint64_t id) { printf("device_unload %s module=%s\n", dev(d), label('m', id)); }

static void on_target_emi(ompt_target_t k, ompt_scope_endpoint_t e, int d, ompt_data_t *task, ompt_data_t *target_task,
		ompt_data_t *data, const void *ra) {
	RULE(task && data && ra);
	(void)target_task;
	if (e == ompt_scope_begin) {
		RULE(data->value == 0);
		data->value = 1000 + ++values;
	}
	RULE(data->value > 1000);
	check_info(1, d, data->value);
	printf("%s %s %s target=%s %s\n", kind(k), endpoint(e), dev(d), label('t', data->value), site(ra));
}

static void on_target(ompt_target_t k, ompt_scope_endpoint_t e, int d, ompt_data_t *task, ompt_id_t id, const void *ra) {
	RULE(task && ra);
	LLVM_BREAKS(id);
	check_info(id != 0, d, id);
	printf("%s %s %s target=%s %s\n", kind(k), endpoint(e), dev(d), label('t', id), site(ra));
}

/* place is a side of an operation: an address, or since 6.0 a box. */
static const char *place(ompt_target_data_op_t o, const void *p) {
	static char text[2][64];
	static int next;
	const ompt_subvolume_t *box = p;
	if (o != ompt_target_data_transfer_rect && o != ompt_target_data_transfer_rect_async)
		return addr(p);
	char *out = text[next++ % 2];
	int n = sprintf(out, "%s[", addr(box->base));
	for (uint64_t i = 0; i < box->num_dims; i++)
		n += sprintf(out + n, "%s%lu+%lu/%lu", i ? "," : "", (unsigned long)box->offsets[i], (unsigned long)box->volume[i],
			(unsigned long)box->dimensions[i]);
	sprintf(out + n, "]*%lu", (unsigned long)box->size);
	return out;
}

static void print_op(const char *e, ompt_target_data_op_t o, void *src, int srcdev, void *dst, int dstdev, size_t bytes,
		uint64_t target, uint64_t op, const void *ra) {
	const char *from = place(o, src), *to = place(o, dst); /* in this order: they may be new */
	printf("  %s %s %s:%s -> %s:%s %zu target=%s op=%s %s\n", optype(o), e, dev(srcdev), from, dev(dstdev), to, bytes,
		label('t', target), label('o', op), site(ra));
	if ((o == ompt_target_data_delete || o == ompt_target_data_delete_async) && strcmp(e, "begin") != 0)
		forget(srcdev == tool_host ? dst : src);
}

static void on_data_op_emi(ompt_scope_endpoint_t e, ompt_data_t *task, ompt_data_t *data, ompt_id_t *op,
		ompt_target_data_op_t o, void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	RULE(data && op && ra);
	(void)task;
	if (e != ompt_scope_end) {
		LLVM_BREAKS(*op == 0);
		*op = 5000 + ++values;
	}
	RULE(*op > 5000);
	check_waiting();
	print_op(endpoint(e), o, src, srcdev, dst, dstdev, bytes, data->value, *op, ra);
}

static void on_data_op(ompt_id_t target, ompt_id_t op, ompt_target_data_op_t o, void *src, int srcdev, void *dst, int dstdev,
		size_t bytes, const void *ra) {
	RULE(op && ra);
	print_op("-", o, src, srcdev, dst, dstdev, bytes, target, op, ra);
}

static void on_submit_emi(ompt_scope_endpoint_t e, ompt_data_t *data, ompt_id_t *op, unsigned teams) {
	RULE(data && data->value && op);
	check_waiting();
	if (e == ompt_scope_begin) {
		LLVM_BREAKS(*op == 0);
		*op = 5000 + ++values;
	}
	printf("  submit %s target=%s op=%s teams=%u\n", endpoint(e), label('t', data->value), label('o', *op), teams);
}

static void on_submit(ompt_id_t target, ompt_id_t op, unsigned teams) {
	RULE(target && op);
	printf("  submit - target=%s op=%s teams=%u\n", label('t', target), label('o', op), teams);
}

static void print_map(uint64_t target, unsigned n, void **host, size_t *bytes, unsigned *flags, const void *ra) {
	for (unsigned i = 0; i < n; i++)
		printf("  map %s %zu flags=%#x target=%s %s\n", addr(host[i]), bytes[i], flags[i], label('t', target), site(ra));
}
static void on_map_emi(ompt_data_t *data, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *ra) {
	RULE(data && data->value && n && ra);
	(void)device;
	print_map(data->value, n, host, bytes, flags, ra);
}
static void on_map(ompt_id_t target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *ra) {
	RULE(target && n && ra);
	(void)device;
	print_map(target, n, host, bytes, flags, ra);
}

static void on_task_create(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *created, int flags, int dependences, const void *ra) {
	(void)task, (void)frame, (void)created, (void)ra;
	printf("task_create%s%s%s dependences=%d\n", flags & ompt_task_explicit ? " explicit" : "", flags & ompt_task_target ? " target" : "",
		flags & ompt_task_untied ? " untied" : "", dependences);
}

static int initialize(ompt_function_lookup_t lookup, int initial, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	int emi = !getenv("TOOL") || strcmp(getenv("TOOL"), "plain") != 0;
	if (!getenv("GUEST")) {
		get_target_info = (ompt_get_target_info_t)lookup("ompt_get_target_info");
		get_num_devices = (ompt_get_num_devices_t)lookup("ompt_get_num_devices");
		get_state = (ompt_get_state_t)lookup("ompt_get_state");
		RULE(initial == get_num_devices());
		RULE(lookup("ompt_no_such_entry") == NULL);
		RULE(set((ompt_callbacks_t)4711, NULL) == ompt_set_error);
		if (!getenv("LIBOMP"))
			RULE(set(ompt_callback_parallel_begin, (ompt_callback_t)1) == ompt_set_impossible);
	}
	tool_host = getenv("COMPAT") ? atoi(getenv("COMPAT")) : getenv("GUEST") ? 1 : initial; /* LLVM knows it later */
	data->value = 42;
	printf("initialize\n");
#define SET(name, fn) do { \
		int result = set(ompt_callback_##name, (ompt_callback_t)fn); \
		RULE(result == ompt_set_always || getenv("GUEST") || (getenv("COMPAT") && result == ompt_set_never)); \
	} while (0)
	SET(device_initialize, on_device_initialize);
	SET(device_finalize, on_device_finalize);
	SET(device_load, on_device_load);
	SET(device_unload, on_device_unload);
	if (emi) {
		SET(target_emi, on_target_emi);
		SET(target_data_op_emi, on_data_op_emi);
		SET(target_submit_emi, on_submit_emi);
		SET(target_map_emi, on_map_emi);
	} else {
		SET(target, on_target);
		SET(target_data_op, on_data_op);
		SET(target_submit, on_submit);
		SET(target_map, on_map);
	}
	if (getenv("TASKS"))
		SET(task_create, on_task_create);
	return !getenv("TOOL_DECLINES");
}

static void finalize(ompt_data_t *data) {
	RULE(data->value == 42);
	printf("finalize\n");
	fflush(stdout);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	RULE(version >= 201611 && runtime);
	setvbuf(stdout, NULL, _IOLBF, 0);
	return &result;
}
