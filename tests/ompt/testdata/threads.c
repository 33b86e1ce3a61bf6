/* Many threads, each with constructs and routines of its own: what each sees
 * nests, identifiers occur once, and no event is lost. Prints counts only. */
#include <omp-tools.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 25, IDS = 1 << 16 };

#define RULE(x) do { if (!(x)) { printf("%s:%d: VIOLATION: %s\n", __FILE__, __LINE__, #x); fflush(stdout); _exit(3); } } while (0)

static _Atomic int targets[13][3], operations[26][4], submits[3], maps, devices, loads;
static _Atomic int next;
static ompt_id_t ids[IDS];
static _Thread_local int inside, in_operation;
static _Thread_local ompt_data_t *region;
static _Thread_local ompt_id_t region_id;

static ompt_id_t fresh(ompt_id_t id) {
	int i = next++;
	RULE(id && i < IDS);
	return ids[i] = id;
}

static _Atomic ompt_id_t tools_id;

static void on_target_emi(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task, ompt_data_t *target_task,
                          ompt_data_t *data, const void *ra) {
	(void)target_task;
	RULE(device == 0 && task && ra && inside == (endpoint == ompt_scope_end));
	if (endpoint == ompt_scope_begin) {
		RULE(data->value == 0);
		data->value = fresh(++tools_id);
		region = data;
	}
	RULE(region == data);
	inside = endpoint == ompt_scope_begin;
	targets[kind][endpoint]++;
}
static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task, ompt_id_t id, const void *ra) {
	RULE(device == 0 && task && ra && inside == (endpoint == ompt_scope_end));
	if (endpoint == ompt_scope_begin)
		region_id = fresh(id);
	RULE(region_id == id);
	inside = endpoint == ompt_scope_begin;
	targets[kind][endpoint]++;
}
static void on_data_op_emi(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *data, ompt_id_t *op, ompt_target_data_op_t type,
                           void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	(void)task, (void)src, (void)srcdev, (void)dst, (void)dstdev;
	RULE(ra && bytes && in_operation == (endpoint == ompt_scope_end) && (!inside || region == data));
	if (endpoint != ompt_scope_end)
		*op = fresh(++tools_id);
	in_operation = endpoint == ompt_scope_begin;
	operations[type][endpoint]++;
}
static void on_data_op(ompt_id_t target, ompt_id_t op, ompt_target_data_op_t type, void *src, int srcdev, void *dst, int dstdev,
                       size_t bytes, const void *ra) {
	(void)src, (void)srcdev, (void)dst, (void)dstdev;
	RULE(ra && bytes && target == (inside ? region_id : 0));
	fresh(op);
	operations[type][0]++;
}
static void on_submit_emi(ompt_scope_endpoint_t endpoint, ompt_data_t *data, ompt_id_t *op, unsigned teams) {
	(void)teams;
	RULE(inside && region == data);
	if (endpoint == ompt_scope_begin)
		*op = fresh(++tools_id);
	submits[endpoint]++;
}
static void on_submit(ompt_id_t target, ompt_id_t op, unsigned teams) {
	(void)teams;
	RULE(inside && target == region_id);
	fresh(op);
	submits[0]++;
}
static void on_map_emi(ompt_data_t *data, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *ra) {
	RULE(inside && region == data && n == 1 && host[0] && bytes[0] && flags[0] && device && ra);
	maps++;
}
static void on_map(ompt_id_t target, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *ra) {
	RULE(inside && target == region_id && n == 1 && host[0] && bytes[0] && flags[0] && device && ra);
	maps++;
}
static void on_initialize(int d, const char *type, ompt_device_t *device, ompt_function_lookup_t lookup, const char *doc) {
	(void)d, (void)type, (void)device, (void)lookup, (void)doc;
	devices++;
}
static void on_load(int d, const char *file, int64_t offset, void *vma, size_t bytes, void *host, void *device, uint64_t id) {
	(void)d, (void)file, (void)offset, (void)vma, (void)bytes, (void)host, (void)device, (void)id;
	loads++;
}

static int initialize(ompt_function_lookup_t lookup, int host, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	int plain = getenv("TOOL") && strcmp(getenv("TOOL"), "plain") == 0;
	(void)host, (void)data;
	set(plain ? ompt_callback_target : ompt_callback_target_emi, plain ? (ompt_callback_t)on_target : (ompt_callback_t)on_target_emi);
	set(plain ? ompt_callback_target_data_op : ompt_callback_target_data_op_emi, plain ? (ompt_callback_t)on_data_op : (ompt_callback_t)on_data_op_emi);
	set(plain ? ompt_callback_target_submit : ompt_callback_target_submit_emi, plain ? (ompt_callback_t)on_submit : (ompt_callback_t)on_submit_emi);
	set(plain ? ompt_callback_target_map : ompt_callback_target_map_emi, plain ? (ompt_callback_t)on_map : (ompt_callback_t)on_map_emi);
	set(ompt_callback_device_initialize, (ompt_callback_t)on_initialize);
	set(ompt_callback_device_load, (ompt_callback_t)on_load);
	return 1;
}

static int by_number(const void *a, const void *b) {
	ompt_id_t x = *(const ompt_id_t *)a, y = *(const ompt_id_t *)b;
	return x < y ? -1 : x > y;
}

static void finalize(ompt_data_t *data) {
	(void)data;
	static const char *const kinds[] = {[1] = "target", "enter_data", "exit_data", "update", [9] = "target_nowait"};
	static const char *const types[] = {[1] = "alloc", "to", "from", "delete", "associate", "disassociate", [17] = "alloc_async",
		"to_async", "from_async", "delete_async"};
	for (int k = 0; k < 13; k++)
		if (targets[k][1] + targets[k][2])
			printf("%s: %d begin, %d end\n", kinds[k], targets[k][1], targets[k][2]);
	for (int t = 0; t < 26; t++)
		if (operations[t][0] + operations[t][1] + operations[t][2] + operations[t][3])
			printf("%s: %d begin, %d end, %d once, %d plain\n", types[t], operations[t][1], operations[t][2], operations[t][3], operations[t][0]);
	printf("submit: %d begin, %d end, %d plain\nmap: %d\ndevices: %d, images: %d\n", submits[1], submits[2], submits[0], maps, devices, loads);
	qsort(ids, (size_t)next, sizeof *ids, by_number);
	for (int i = 1; i < next; i++)
		RULE(ids[i] != ids[i - 1]);
	printf("identifiers: %d, each once\n", next);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

int global;
#pragma omp declare target enter(global)

static void round_of(int n) {
	int a[64] = {n}, d = omp_get_default_device(), h = omp_get_initial_device();
#pragma omp target enter data map(to : a)
#pragma omp target map(tofrom : a)
	a[0]++;
#pragma omp target update from(a)
#pragma omp target exit data map(from : a)
	int *p = omp_target_alloc(sizeof a, d);
	omp_target_memcpy(p, a, sizeof a, 0, 0, d, h);
	omp_target_memcpy(a, p, sizeof a, 0, 0, h, d);
	RULE(omp_target_associate_ptr(a, p, sizeof a, 0, d) == 0);
	RULE(omp_target_disassociate_ptr(a, d) == 0);
	omp_target_free(p, d);
#pragma omp target nowait map(tofrom : a)
	a[0]++;
#pragma omp taskwait
	RULE(a[0] == n + 2);
}

int main(void) {
#pragma omp parallel num_threads(THREADS)
	for (int i = 0; i < ROUNDS; i++)
		round_of(i);
	return 0;
}
