/* Each construct and routine stands on the line behind its NEXT; a tool prints the return address that it is given. */
#define _GNU_SOURCE
#include <link.h>
#include <omp-tools.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

static uintptr_t base;
static const char *what;
static int line;
#define NEXT(name) (what = name, line = __LINE__ + 1)

static void show(const char *event, const void *ra) {
	if (what)
		printf("%s|%s|%d|code=%#lx\n", what, event, line, ra ? (unsigned long)((uintptr_t)ra - base) : 0);
}

static void target(ompt_target_t kind, ompt_scope_endpoint_t end, int device, ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data, const void *ra) {
	(void)device, (void)task, (void)target_task, (void)data;
	char text[64];
	sprintf(text, "target %d %s", kind, end == ompt_scope_begin ? "begin" : "end");
	show(text, ra);
}
static void data_op(ompt_scope_endpoint_t end, ompt_data_t *task, ompt_data_t *data, ompt_id_t *id, ompt_target_data_op_t kind, void *src, int from, void *dst,
                    int to, size_t bytes, const void *ra) {
	(void)task, (void)data, (void)id, (void)src, (void)from, (void)dst, (void)to, (void)bytes;
	char text[64];
	sprintf(text, "data operation %d %s", kind, end == ompt_scope_begin ? "begin" : end == ompt_scope_end ? "end" : "once");
	show(text, ra);
}
static void target_map(ompt_data_t *data, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *ra) {
	(void)data, (void)n, (void)host, (void)device, (void)bytes, (void)flags;
	show("map", ra);
}
static void task_create(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *new, int flags, int dependences, const void *ra) {
	(void)task, (void)frame, (void)new, (void)dependences;
	if (!(flags & ompt_task_initial))
		show("task create", ra);
}
static int control_tool(uint64_t command, uint64_t modifier, void *arg, const void *ra) {
	(void)command, (void)modifier, (void)arg;
	show("control", ra);
	return 0;
}
static void error(ompt_severity_t severity, const char *message, size_t length, const void *ra) {
	(void)severity, (void)message, (void)length;
	show("error", ra);
}

static int find_base(struct dl_phdr_info *info, size_t size, void *data) {
	(void)size, (void)data;
	base = info->dlpi_addr;
	return 1;
}
static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	(void)device, (void)data;
	dl_iterate_phdr(find_base, NULL);
	set(ompt_callback_target_emi, (ompt_callback_t)target);
	set(ompt_callback_target_data_op_emi, (ompt_callback_t)data_op);
	set(ompt_callback_target_map_emi, (ompt_callback_t)target_map);
	set(ompt_callback_task_create, (ompt_callback_t)task_create);
	set(ompt_callback_control_tool, (ompt_callback_t)control_tool);
	set(ompt_callback_error, (ompt_callback_t)error);
	return 1;
}
static void finalize(ompt_data_t *data) { (void)data; }
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

static int x[8], sum;
#pragma omp declare target
static int global;
#pragma omp end declare target

typedef struct {
	int n, *p;
} vector_t;
#pragma omp declare mapper(vector_t v) map(v, v.p[0 : v.n])

/* In the last place of a function, where a compiler may make a call a jump. */
static __attribute__((noinline)) void last_enter(void) {
	NEXT("enter data, last");
#pragma omp target enter data map(to : x)
}
static __attribute__((noinline)) void last_exit(void) {
	NEXT("exit data, last");
#pragma omp target exit data map(release : x)
}
static __attribute__((noinline)) void last_update(void) {
	NEXT("update, last");
#pragma omp target update to(x)
}
static __attribute__((noinline)) void last_target(void) {
	NEXT("target, last");
#pragma omp target
	x[0]++;
}
static __attribute__((noinline)) void last_data(void) {
	NEXT("target data, last");
#pragma omp target data map(to : x)
	{
		sum++;
	}
}

static void targets(void) {
	NEXT("target");
#pragma omp target map(tofrom : x)
	x[0] += global;
	NEXT("target nowait");
#pragma omp target map(tofrom : x) nowait
	x[0]++;
#pragma omp taskwait
	NEXT("target depend");
#pragma omp target map(tofrom : x) depend(inout : x)
	x[0]++;
	NEXT("target nowait depend");
#pragma omp target map(tofrom : x) nowait depend(inout : x)
	x[0]++;
#pragma omp taskwait
	NEXT("target if(0)");
#pragma omp target map(tofrom : x) if (0)
	x[0]++;
	NEXT("target on the host");
#pragma omp target map(tofrom : x) device(omp_get_initial_device())
	x[0]++;
	NEXT("target teams distribute parallel for");
#pragma omp target teams distribute parallel for map(tofrom : x) reduction(+ : sum)
	for (int i = 0; i < 8; i++)
		sum += x[i];
	NEXT("a directive of several lines");
#pragma omp target teams distribute \
	parallel for \
	map(tofrom : x) \
	num_teams(1)
	for (int i = 0; i < 8; i++)
		x[i]++;
	NEXT("_Pragma");
	_Pragma("omp target parallel map(tofrom : x)") { x[omp_get_thread_num() & 7]++; }
	NEXT("metadirective");
#pragma omp metadirective when(user = {condition(1)} : target simd map(tofrom : x))
	for (int i = 0; i < 8; i++)
		x[i]++;
	vector_t v = {8, x};
	NEXT("mapper");
#pragma omp target map(tofrom : v)
	v.p[0]++;
	for (NEXT("without braces"); sum > 0; sum = 0)
#pragma omp target
		x[0]++;
#pragma omp parallel num_threads(2)
#pragma omp single
	{
		NEXT("target in parallel");
#pragma omp target map(tofrom : x)
		x[0]++;
		NEXT("target nowait in parallel");
#pragma omp target map(tofrom : x) nowait
		x[0]++;
#pragma omp taskwait
		NEXT("target depend in parallel");
#pragma omp target map(tofrom : x) depend(inout : x)
		x[0]++;
	}
}

static void data(void) {
	NEXT("target data");
#pragma omp target data map(tofrom : x)
	{
		sum++;
	}
	NEXT("target data use_device_ptr");
#pragma omp target data map(tofrom : x) use_device_addr(x)
	{
		sum += x != 0;
	}
	NEXT("enter data");
#pragma omp target enter data map(to : x)
	NEXT("enter data nowait");
#pragma omp target enter data map(to : x) nowait
#pragma omp taskwait
	NEXT("enter data depend");
#pragma omp target enter data map(to : x) depend(inout : x)
	NEXT("update to");
#pragma omp target update to(x)
	NEXT("update from");
#pragma omp target update from(x)
	NEXT("update nowait");
#pragma omp target update to(x) nowait
#pragma omp taskwait
	NEXT("update depend");
#pragma omp target update to(x) depend(inout : x)
	NEXT("update nowait depend");
#pragma omp target update to(x) nowait depend(inout : x)
#pragma omp taskwait
	NEXT("update if");
#pragma omp target update to(x) if (sum)
	NEXT("update of a strided section");
#pragma omp target update to(x [0:4:2])
	NEXT("exit data depend");
#pragma omp target exit data map(release : x) depend(inout : x)
	NEXT("exit data nowait");
#pragma omp target exit data map(release : x) nowait
#pragma omp taskwait
	NEXT("exit data");
#pragma omp target exit data map(from : x)
#pragma omp parallel num_threads(2)
#pragma omp single
	{
		NEXT("enter data nowait in parallel");
#pragma omp target enter data map(to : x) nowait
#pragma omp taskwait
		NEXT("update nowait depend in parallel");
#pragma omp target update to(x) nowait depend(inout : x)
#pragma omp taskwait
		NEXT("exit data nowait in parallel");
#pragma omp target exit data map(from : x) nowait
#pragma omp taskwait
	}
}

static void routines(void) {
	int device = omp_get_default_device(), host = omp_get_initial_device(), y[8] = {0};
	size_t volume[] = {2, 2}, offset[] = {0, 0}, dimension[] = {2, 4};
	NEXT("omp_target_alloc");
	int *p = omp_target_alloc(sizeof y, device);
	NEXT("omp_target_memcpy");
	omp_target_memcpy(p, y, sizeof y, 0, 0, device, host);
	NEXT("omp_target_memcpy_rect");
	omp_target_memcpy_rect(p, y, sizeof *y, 2, volume, offset, offset, dimension, dimension, device, host);
	NEXT("omp_target_memcpy_async");
	omp_target_memcpy_async(p, y, sizeof y, 0, 0, device, host, 0, NULL);
#pragma omp taskwait
	NEXT("omp_target_memcpy_rect_async");
	omp_target_memcpy_rect_async(p, y, sizeof *y, 2, volume, offset, offset, dimension, dimension, device, host, 0, NULL);
#pragma omp taskwait
#ifdef __clang__ /* gcc 12 does not declare these */
	NEXT("omp_target_memset");
	omp_target_memset(p, 0, sizeof y, device);
	NEXT("omp_target_memset_async");
	omp_target_memset_async(p, 0, sizeof y, device, 0, NULL);
#pragma omp taskwait
#endif
	NEXT("omp_target_associate_ptr");
	omp_target_associate_ptr(y, p, sizeof y, 0, device);
	NEXT("omp_target_disassociate_ptr");
	omp_target_disassociate_ptr(y, device);
	NEXT("omp_target_free");
	omp_target_free(p, device);
	NEXT("omp_control_tool");
	omp_control_tool(omp_control_tool_flush, 0, NULL);
#if _OPENMP >= 202111
	NEXT("error");
#pragma omp error at(execution) severity(warning) message("meant")
#endif
}

int main(void) {
	targets();
	last_enter();
	last_update();
	last_exit();
	last_target();
	last_data();
	data();
	routines();
	what = NULL;
	return 0;
}
