/* ompt-trace: an OMPT tool that writes a trace of a program's work on devices,
 * for https://ui.perfetto.dev or chrome://tracing.
 *
 *     cc -shared -fPIC -o libompt-trace.so -Iinclude rt/capi/ompt/profile.c -lpthread
 *     OMP_TOOL_LIBRARIES=./libompt-trace.so OMPT_TRACE=app.json ./a.out
 *
 * Each host thread has a row with the constructs that it executes and the operations
 * that it waits for. Each device has rows with its kernels and transfers, from the
 * device's trace records and clock. An operation has the same argument op in the row
 * of the host thread and in that of the device. In programs that ompcc compiled, a
 * slice also names the function and the line of its construct, and the kernel.
 *
 * Without OMPT_TRACE, the file is ompt-trace.json. The tool replaces %p in the file's
 * name by the process number. The file is complete after each event, however the
 * process ends. A child of fork does not write to it.
 *
 * The runtime includes the tool: set OMPCC_TRACE=file. The tool uses only what the
 * runtime offers to any tool; the command above builds it as a separate one. In the
 * runtime, it also adds the advisor's findings (OMPCC_ADVISE) to the trace. If the
 * file's name ends in .html, it writes an HTML page that shows the trace. */
#ifdef OMPCC_RUNTIME
#define ompt_start_tool ompcc_profile_start
#include "profile.h"
#include "timeline.h"
#else
static const char ompcc_timeline_head[] = ""; /* only the runtime has the HTML page */
static const char ompcc_timeline_tail[] = "";
#endif
#include <errno.h>
#include <omp-tools.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { HOST_PID = 1,
	DEVICE_PID = 100,
	MAX_DEVICES = 64,
	BUFFER_BYTES = 64 << 10 };

static FILE *out;
static pid_t owner; /* the process that opened out */
static char closing[64] = "\n]\n";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first = 1;

typedef struct {
	ompt_device_t *handle;
	double offset; /* microseconds from the device's translated time to now() */
	ompt_translate_time_t translate_time;
	ompt_advance_buffer_cursor_t advance;
	ompt_get_record_ompt_t get_record;
} device_t;
static device_t devices[MAX_DEVICES];

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* event writes one JSON object; format is the text between its braces. */
__attribute__((format(printf, 1, 2))) static void event(const char *format, ...) {
	va_list args;
	if (getpid() != owner)
		return;
	va_start(args, format);
	pthread_mutex_lock(&lock);
	if (out) {
		if (!first)
			fseek(out, -(long)strlen(closing), SEEK_CUR);
		fputs(first ? "[\n{" : ",\n{", out);
		vfprintf(out, format, args);
		fputc('}', out);
		fputs(closing, out);
		fflush(out);
		first = 0;
	}
	pthread_mutex_unlock(&lock);
	va_end(args);
}

/* quoted escapes text for a JSON string, which may be in an HTML page. */
static const char *quoted(const char *text, char *space, size_t n) {
	size_t i = 0;
	for (; *text && i + 8 < n; text++) {
		if (*text == '<') {
			i += (size_t)sprintf(space + i, "\\u003c");
			continue;
		}
		if (*text == '"' || *text == '\\')
			space[i++] = '\\';
		if ((unsigned char)*text >= ' ')
			space[i++] = *text;
	}
	space[i] = 0;
	return space;
}

static const char *kind_name(int kind) {
	static const char *const names[] = {"?", "target", "target enter data", "target exit data", "target update"};
	int base = kind >= 9 ? kind - 8 : kind;
	return base >= 1 && base <= 4 ? names[base] : names[0];
}

/* --- constructs ----------------------------------------------------------- */

/* get_construct describes the construct that the thread executes; it returns 0 if there is none. Only
 * ompcc's runtime has it; else it is NULL. */
typedef int (*get_construct_t)(const char **directive, const char **file, unsigned *line, const char **function, const char **kernel);
static get_construct_t get_construct;

/* get_variable returns the list item for which host storage is mapped to a device, or NULL. Only ompcc's
 * runtime has it; else it is NULL. */
typedef const char *(*get_variable_t)(int device, const void *host);
static get_variable_t get_variable;

/* submitted has the kernels whose trace record has not arrived yet: the kernel's name, and the counts of an emulated
 * device as a JSON object. The number of the operation, op, modulo nsubmitted is a kernel's index; op 0 is free. */
typedef struct {
	uint64_t op;
	char *name, *counts;
} kernel_t;
static kernel_t *submitted;
static uint64_t nsubmitted;

/* slot returns the place of an operation in submitted, or NULL without memory. The table doubles until no two
 * operations share a place, so its size is that of the interval that is under way, not the number of all. */
static kernel_t *slot(uint64_t op) {
	while (!nsubmitted || (submitted[op % nsubmitted].op && submitted[op % nsubmitted].op != op)) {
		uint64_t n = nsubmitted ? 2 * nsubmitted : 64;
		kernel_t *more = calloc(n, sizeof *more);
		if (!more)
			return NULL;
		for (uint64_t i = 0; i < nsubmitted; i++)
			if (submitted[i].op)
				more[submitted[i].op % n] = submitted[i];
		free(submitted);
		submitted = more;
		nsubmitted = n;
	}
	return &submitted[op % nsubmitted];
}

/* label returns the name of a slice: what, or the construct's function if what is NULL, then the file and
 * the line of the construct. */
static const char *label(const char *what, char *space, size_t n) {
	const char *directive, *file, *function, *kernel, *base;
	char name[512];
	unsigned line;
	if (!get_construct || !get_construct(&directive, &file, &line, &function, &kernel))
		return what;
	base = strrchr(file, '/');
	snprintf(name, sizeof name, "%s %s:%u", what ? what : function, base ? base + 1 : file, line);
	return quoted(name, space, n);
}

/* remember stores the name or the counts of an operation's kernel until its trace record arrives. */
static void remember(uint64_t op, const char *name, const char *counts) {
	pthread_mutex_lock(&lock);
	kernel_t *k = slot(op);
	if (k) {
		k->op = op;
		if (name)
			k->name = strdup(name);
		if (counts)
			k->counts = strdup(counts);
	}
	pthread_mutex_unlock(&lock);
}

/* remembered removes the kernel of an operation from submitted and returns it. The caller frees its strings. */
static kernel_t remembered(uint64_t op) {
	kernel_t k = {0};
	pthread_mutex_lock(&lock);
	if (nsubmitted && submitted[op % nsubmitted].op == op) {
		k = submitted[op % nsubmitted];
		submitted[op % nsubmitted] = (kernel_t){0};
	}
	pthread_mutex_unlock(&lock);
	return k;
}

static const char *op_name(int o) {
	static const char *const names[] = {"?", "alloc", "transfer to device", "transfer from device", "delete", "associate",
		"disassociate", "transfer", "memset", "transfer rectangle"};
	return o >= 17 ? op_name(o - 16) : o >= 1 && o <= 9 ? names[o]
							    : names[0];
}

/* --- host rows ----------------------------------------------------------- */

static int thread_id(void) {
	static __thread int id;
	if (!id) {
		id = (int)syscall(SYS_gettid);
		event("\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"thread %d\"}", HOST_PID, id, id);
	}
	return id;
}

static uint64_t next_id(void) {
	static uint64_t last;
	return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

static void open_slice(const char *name, const char *category) {
	int tid = thread_id();
	event("\"ph\":\"B\",\"name\":\"%s\",\"cat\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f", name, category, HOST_PID, tid, now());
}

__attribute__((format(printf, 1, 2))) static void close_slice(const char *format, ...) {
	char arguments[1200];
	va_list args;
	va_start(args, format);
	vsnprintf(arguments, sizeof arguments, format, args);
	va_end(args);
	event("\"ph\":\"E\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"args\":{%s}", HOST_PID, thread_id(), now(), arguments);
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int number, ompt_data_t *task,
	ompt_data_t *target_task, ompt_data_t *data, const void *ra) {
	(void)task, (void)target_task;
	if (endpoint == ompt_scope_begin) {
		data->value = next_id();
		char space[512];
		open_slice(label(kind_name(kind), space, sizeof space), "construct");
	} else {
		const char *directive = "", *file = "", *function, *kernel = NULL;
		char words[256], name[128], path[512];
		unsigned line = 0;
		if (!get_construct || !get_construct(&directive, &file, &line, &function, &kernel))
			kernel = NULL;
		close_slice("\"device\":%d,\"region\":%llu,\"from\":\"%p\",\"directive\":\"%s\",\"file\":\"%s\",\"line\":%u,\"kernel\":\"%s\"", number,
			(unsigned long long)data->value, ra, quoted(directive, words, sizeof words), quoted(file, path, sizeof path), line, quoted(kernel ? kernel : "", name, sizeof name));
	}
}

static void on_data_op(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *data, ompt_id_t *op,
	ompt_target_data_op_t optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	(void)task, (void)data, (void)ra;
	if (endpoint != ompt_scope_end) {
		*op = next_id();
		open_slice(op_name(optype), "data");
	}
	if (endpoint != ompt_scope_begin) {
		int back = optype % 16 == ompt_target_data_transfer_from_device;
		const char *name = get_variable ? get_variable(back ? srcdev : dstdev, back ? dst : src) : NULL;
		char space[256];
		close_slice("\"bytes\":%zu,\"src\":\"%d:%p\",\"dest\":\"%d:%p\",\"variable\":\"%s\",\"op\":%llu", bytes, srcdev, src, dstdev, dst,
			quoted(name ? name : "", space, sizeof space), (unsigned long long)*op);
	}
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *data, ompt_id_t *op, unsigned teams) {
	(void)data;
	if (endpoint == ompt_scope_begin) {
		char space[512];
		const char *name = label(NULL, space, sizeof space);
		*op = next_id();
		if (name)
			remember(*op, name, NULL);
		open_slice(name ? name : "kernel", "kernel");
	} else {
		close_slice("\"teams\":%u,\"op\":%llu", teams, (unsigned long long)*op);
	}
}

/* --- device rows --------------------------------------------------------- */

static double host_time(const device_t *d, ompt_device_time_t t) {
	return d->translate_time(d->handle, t) * 1e6 + d->offset;
}

/* device_slice writes a slice of a device. The work of each host thread has its own row, because the work of
 * different threads overlaps. */
static void device_slice(int number, const char *name, const char *category, const ompt_record_ompt_t *r, ompt_device_time_t end, uint64_t op,
	const char *what, uint64_t amount, const char *counts) {
	double from = host_time(&devices[number], r->time), to = host_time(&devices[number], end);
	event("\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"%s\",\"pid\":%d,\"tid\":%llu,\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"op\":%llu,\"%s\":%llu%s%s}", name, category,
		DEVICE_PID + number, (unsigned long long)r->thread_id, from, to - from, (unsigned long long)op, what, (unsigned long long)amount,
		counts ? ",\"counts\":" : "", counts ? counts : "");
}

static void on_record(int number, const ompt_record_ompt_t *r) {
	const ompt_record_target_data_op_t *o = &r->record.target_data_op;
	const ompt_record_target_kernel_t *k = &r->record.target_kernel;
	kernel_t kernel;
	switch (r->type) {
	case ompt_callback_target_data_op:
	case ompt_callback_target_data_op_emi:
		device_slice(number, op_name(o->optype), "data", r, o->end_time, o->host_op_id, "bytes", o->bytes, NULL);
		break;
	case ompt_callback_target_submit:
	case ompt_callback_target_submit_emi:
		kernel = remembered(k->host_op_id);
		device_slice(number, kernel.name ? kernel.name : "kernel", "kernel", r, k->end_time, k->host_op_id, "teams", k->granted_num_teams, kernel.counts);
		free(kernel.name);
		free(kernel.counts);
		break;
	default:
		break;
	}
}

static void on_request(int number, ompt_buffer_t **buffer, size_t *bytes) {
	(void)number;
	*buffer = malloc(BUFFER_BYTES);
	*bytes = *buffer ? BUFFER_BYTES : 0;
}

static void on_complete(int number, ompt_buffer_t *buffer, size_t bytes, ompt_buffer_cursor_t at, int owned) {
	device_t *d = &devices[number];
	for (ompt_record_ompt_t *r; (r = d->get_record(buffer, at));) {
		on_record(number, r);
		if (!d->advance(d->handle, buffer, bytes, at, &at))
			break;
	}
	if (owned)
		free(buffer);
}

static void trace_device(int number, ompt_function_lookup_t lookup) {
	device_t *d = &devices[number];
	ompt_set_trace_ompt_t set_trace = (ompt_set_trace_ompt_t)lookup("ompt_set_trace_ompt");
	ompt_start_trace_t start_trace = (ompt_start_trace_t)lookup("ompt_start_trace");
	ompt_get_device_time_t get_device_time = (ompt_get_device_time_t)lookup("ompt_get_device_time");
	d->translate_time = (ompt_translate_time_t)lookup("ompt_translate_time");
	d->advance = (ompt_advance_buffer_cursor_t)lookup("ompt_advance_buffer_cursor");
	d->get_record = (ompt_get_record_ompt_t)lookup("ompt_get_record_ompt");
	if (!set_trace || !start_trace || !get_device_time || !d->translate_time || !d->advance || !d->get_record)
		return;
	d->offset = now() - d->translate_time(d->handle, get_device_time(d->handle)) * 1e6;
	set_trace(d->handle, 1, ompt_callback_target_data_op_emi);
	set_trace(d->handle, 1, ompt_callback_target_submit_emi);
	start_trace(d->handle, on_request, on_complete);
}

static void on_initialize(int number, const char *type, ompt_device_t *handle, ompt_function_lookup_t lookup, const char *doc) {
	char space[128];
	(void)doc;
	event("\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":\"device %d: %s\"}", DEVICE_PID + number, number,
		quoted(type, space, sizeof space));
	if (number < 0 || number >= MAX_DEVICES || !lookup)
		return;
	devices[number].handle = handle;
	trace_device(number, lookup);
}

/* --- the tool ------------------------------------------------------------ */

/* file_name replaces %p by the number of the process. */
static void file_name(const char *name, char *path, size_t size) {
	size_t n = 0;
	for (; *name && n + 16 < size; name++) {
		if (name[0] == '%' && name[1] == 'p') {
			n += (size_t)snprintf(path + n, size - n, "%ld", (long)owner);
			name++;
		} else {
			path[n++] = *name;
		}
	}
	path[n] = 0;
}

/* rank returns the rank of the process in an MPI program, from the launcher's environment; NULL: none. */
static const char *rank(void) {
	static const char *const names[] = {"PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK"};
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);
		if (value && *value && strspn(value, "0123456789") == strlen(value) && strlen(value) < 10)
			return value;
	}
	return NULL;
}

/* introduce writes the process's name. For "ompcc trace", it adds the machine whose clock the times use, and
 * the microseconds by which the time of day is ahead of it. */
static void introduce(void) {
	const char *number = rank();
	char host[128] = "", space[160];
	struct timespec t;
	gethostname(host, sizeof host - 1);
	clock_gettime(CLOCK_REALTIME, &t);
	double ahead = (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3 - now();
	quoted(host, space, sizeof space);
	event("\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":\"host\",\"machine\":\"%s\",\"ahead\":%.3f%s%s}", HOST_PID, space, ahead,
		number ? ",\"rank\":" : "", number ? number : "");
	event("\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":%d,\"args\":{\"labels\":\"%s%s%sprocess %ld on %s\"}", HOST_PID, number ? "rank " : "", number ? number : "",
		number ? ", " : "", (long)owner, space);
}

static int initialize(ompt_function_lookup_t lookup, int initial, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	const char *name = getenv("OMPT_TRACE");
	get_construct = (get_construct_t)lookup("ompcc_get_construct");
	get_variable = (get_variable_t)lookup("ompcc_get_variable");
	char path[4096];
	(void)initial, (void)data;
	owner = getpid();
	file_name(name ? name : "ompt-trace.json", path, sizeof path);
	if (!(out = fopen(path, "we"))) {
		fprintf(stderr, "ompt-trace: cannot write '%s': %s\n", path, strerror(errno));
		return 0;
	}
	size_t n = strlen(path);
	if (*ompcc_timeline_head && n > 5 && !strcmp(path + n - 5, ".html")) {
		fputs(ompcc_timeline_head, out);
		strcpy(closing, ompcc_timeline_tail);
	}
	introduce();
	set(ompt_callback_device_initialize, (ompt_callback_t)on_initialize);
	set(ompt_callback_target_emi, (ompt_callback_t)on_target);
	set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data_op);
	set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit);
	return 1;
}

static void finalize(ompt_data_t *data) {
	(void)data;
	if (getpid() != owner)
		return;
	pthread_mutex_lock(&lock);
	if (out)
		fclose(out);
	out = NULL;
	pthread_mutex_unlock(&lock);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

#ifdef OMPCC_RUNTIME
int ompcc_profile_on(void) { return out != NULL; }

void ompcc_profile_counts(uint64_t op, const char *counts) {
	if (out)
		remember(op, NULL, counts);
}

void ompcc_profile_finding(const ompcc_finding_t *f) {
	char place[600], text[2000], fix[1000], id[40];
	if (f)
		event("\"ph\":\"i\",\"s\":\"g\",\"name\":\"advice: %s\",\"cat\":\"finding\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"args\":{\"id\":\"%s\",\"place\":\"%s\",\"text\":\"%s\",\"fix\":\"%s\",\"times\":%d,\"bytes\":%zu,\"ms\":%.6f}",
			quoted(f->id, id, sizeof id), HOST_PID, HOST_PID, now(), id, quoted(f->place, place, sizeof place), quoted(f->text, text, sizeof text), quoted(f->fix, fix, sizeof fix), f->times,
			f->bytes, f->milliseconds);
	else
		event("\"ph\":\"i\",\"s\":\"g\",\"name\":\"the advisor has finished\",\"cat\":\"advised\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f", HOST_PID, HOST_PID, now());
}
#endif
