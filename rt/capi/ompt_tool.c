/* Attaching a tool (OpenMP 5.2 §19.2): finding it, its initialisation and end. */
#include "loader.h"
#include "ompt_state.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "shim.h"

int ompcc_ompt_enabled = -1;
ompt_tool_t ompcc_ompt_tool;

typedef ompt_start_tool_result_t *start_tool_t(unsigned int, const char *);
typedef void connect_t(ompt_start_tool_result_t *);

/* A tool linked into the program, and libomp, also where there is no dynamic
 * linker to ask. */
extern start_tool_t ompt_start_tool __attribute__((weak));
extern connect_t ompt_libomp_connect __attribute__((weak));

extern start_tool_t ompcc_profile_start __attribute__((visibility("hidden")));

static const char runtime_version[] = "ompcc";
enum { OPENMP_VERSION = 202111 };

/* --- OMP_TOOL_VERBOSE_INIT (OpenMP 5.2 §21.4.3) -------------------------- */

static FILE *log_file;

static void open_log(void) {
	const char *where = getenv("OMP_TOOL_VERBOSE_INIT");
	if (!where || !*where || strcasecmp(where, "disabled") == 0)
		return;
	if (strcasecmp(where, "stdout") == 0)
		log_file = stdout;
	else if (strcasecmp(where, "stderr") == 0)
		log_file = stderr;
	else if (!(log_file = fopen(where, "we")))
		ompcc_warn("warning: OMP_TOOL_VERBOSE_INIT: cannot write %s", where);
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
	va_list args;
	if (!log_file)
		return;
	va_start(args, format);
	vfprintf(log_file, format, args);
	va_end(args);
}

static void close_log(void) {
	if (log_file && log_file != stdout && log_file != stderr)
		fclose(log_file);
	else if (log_file)
		fflush(log_file);
	log_file = NULL;
}

/* --- discovery ----------------------------------------------------------- */

static int tool_allowed(void) {
	const char *text = getenv("OMP_TOOL");
	if (!text || !*text || strcasecmp(text, "enabled") == 0)
		return 1;
	if (strcasecmp(text, "disabled") != 0)
		ompcc_warn("warning: OMP_TOOL has invalid value \"%s\": legal values are enabled and disabled; no tool is used", text);
	return 0;
}

static connect_t *find_libomp(void) {
	if (ompt_libomp_connect)
		return ompt_libomp_connect;
	void *symbol = ompcc_dlsym(RTLD_DEFAULT, "ompt_libomp_connect");
	return (connect_t *)(symbol ? symbol : ompcc_dlsym(RTLD_DEFAULT, "libomp_ompt_connect"));
}

static const void *home_of(const void *symbol) {
	Dl_info info;
	return symbol && dladdr && dladdr(symbol, &info) ? info.dli_fbase : NULL;
}

static start_tool_t *find_in_program(void) {
	void *symbol = ompcc_dlsym(RTLD_DEFAULT, "ompt_start_tool");
	return ompt_start_tool ? ompt_start_tool : (start_tool_t *)symbol;
}

static ompt_start_tool_result_t *try_start(start_tool_t *start) {
	ompt_start_tool_result_t *result = start ? start(OPENMP_VERSION, runtime_version) : NULL;
	if (result && (!result->initialize || !result->finalize))
		result = NULL;
	return result;
}

static ompt_start_tool_result_t *try_library(const char *path) {
	note("Opening %s... ", path);
	void *library = ompcc_dlopen(path, RTLD_LAZY);
	if (!library) {
		note("Failed: %s\n", ompcc_dlerror());
		return NULL;
	}
	note("Success.\nSearching for ompt_start_tool in %s... ", path);
	start_tool_t *start = (start_tool_t *)ompcc_dlsym(library, "ompt_start_tool");
	if (!start) {
		note("Failed: %s\n", ompcc_dlerror());
		dlclose(library);
		return NULL;
	}
	ompt_start_tool_result_t *result = try_start(start);
	note(result ? "Success.\n" : "Found but not using the OMPT interface.\n");
	if (!result)
		dlclose(library);
	return result;
}

/* search_libraries goes through OMP_TOOL_LIBRARIES (OpenMP 5.2 §21.4.2). */
static ompt_start_tool_result_t *search_libraries(const char *list) {
	ompt_start_tool_result_t *result = NULL;
	char *copy = strdup(list), *rest = copy, *path;
	note("Searching tool libraries...\nOMP_TOOL_LIBRARIES = %s\n", list);
	while (copy && !result && (path = strsep(&rest, ":")))
		if (*path)
			result = try_library(path);
	free(copy);
	return result;
}

static ompt_start_tool_result_t *find_tool(void) {
	const char *libraries = getenv("OMP_TOOL_LIBRARIES");
	note("Search for OMP tool in current address space... ");
	ompt_start_tool_result_t *result = try_start(find_in_program());
	note(result ? "Success.\n" : "Failed.\n");
	if (!result && libraries && *libraries)
		result = search_libraries(libraries);
	note(result ? "Tool was started and is using the OMPT interface.\n" : "No OMP tool loaded.\n");
	return result;
}

/* --- as the host of the tool --------------------------------------------- */

/* The tool's ompt_set_callback is called from within initialize; events are
 * dispatched from when it has returned non-zero. */
static int host_tool(void) {
	note("----- START LOGGING OF TOOL REGISTRATION -----\n");
	ompt_start_tool_result_t *result = find_tool();
	int active = 0;
	if (result) {
		ompcc_ompt_tool.result = result;
		ompcc_ompt_find_places();
		active = result->initialize(ompcc_ompt_lookup, ompcc_initial_device(), &result->tool_data) != 0;
		note(active ? "Tool initialized.\n" : "Tool declined: initialize returned 0.\n");
	}
	note("----- END LOGGING OF TOOL REGISTRATION -----\n");
	if (!active)
		ompcc_ompt_tool.result = NULL;
	return active;
}

/* profile starts the built-in tool if OMPCC_TRACE (or, as LLVM's runtime has it,
 * LIBOMPTARGET_PROFILE) names a file and there is no other tool. */
static int profile(void) {
	const char *file = getenv("OMPCC_TRACE");
	if (!file || !*file)
		file = getenv("LIBOMPTARGET_PROFILE");
	if (!file || !*file)
		return 0;
	setenv("OMPT_TRACE", file, 1);
	ompt_start_tool_result_t *result = ompcc_profile_start(OPENMP_VERSION, runtime_version);
	if (!result->initialize(ompcc_ompt_lookup, ompcc_initial_device(), &result->tool_data))
		return 0;
	ompcc_ompt_tool.result = result;
	return 1;
}

/* --- as a guest of libomp ------------------------------------------------ */

static const struct { int event; const char *name; } guest_events[] = {
#define EVENT(name) {ompt_callback_##name, "ompt_callback_" #name}
	EVENT(target), EVENT(target_data_op), EVENT(target_submit), EVENT(target_map),
	EVENT(target_emi), EVENT(target_data_op_emi), EVENT(target_submit_emi), EVENT(target_map_emi),
	EVENT(device_initialize), EVENT(device_finalize), EVENT(device_load), EVENT(device_unload),
#undef EVENT
};

/* libomp calls this with a lookup that knows the tool's callbacks by name. */
static int guest_initialize(ompt_function_lookup_t lookup, int initial, ompt_data_t *data) {
	ompt_tool_t *tool = &ompcc_ompt_tool;
	(void)initial, (void)data;
	for (unsigned i = 0; i < sizeof guest_events / sizeof *guest_events; i++)
		tool->callback[guest_events[i].event] = (ompt_callback_t)lookup(guest_events[i].name);
	tool->task_data = (ompt_data_t * (*)(void)) lookup("ompt_get_task_data");
	tool->target_task_data = (ompt_data_t * (*)(void)) lookup("ompt_get_target_task_data");
	tool->guest = tool->task_data != NULL;
	ompcc_ompt_maps = callback(target_map) || callback(target_map_emi);
	return tool->guest;
}

/* When libomp ends, the tool has ended: nothing may be dispatched any more. */
static void guest_finalize(ompt_data_t *data) {
	(void)data;
	ompcc_ompt_enabled = 0;
}

static ompt_start_tool_result_t guest = {guest_initialize, guest_finalize, {0}};

/* libomp defines a weak ompt_start_tool of its own. When that is the only one
 * and no library is named, there is no tool, and libomp need not be started. */
static int tool_possible(connect_t *connect) {
	const char *libraries = getenv("OMP_TOOL_LIBRARIES");
	if (libraries && *libraries)
		return 1;
	return home_of((void *)find_in_program()) != home_of((void *)connect);
}

static int guest_tool(connect_t *connect) {
	if (!tool_possible(connect))
		return 0;
	connect(&guest);
	return ompcc_ompt_tool.guest;
}

/* libomp passes no command on before it has looked at its threads, which asking
 * for their number makes it do. */
int ompcc_ompt_guest_control(int command, int modifier, void *arg) {
	int (*control)(int, int, void *), (*threads)(void);
	*(void **)&control = dlsym(RTLD_NEXT, "omp_control_tool");
	*(void **)&threads = dlsym(RTLD_NEXT, "omp_get_max_threads");
	if (!control || !threads)
		return -1;
	threads();
	return control(command, modifier, arg);
}

/* --- start and end ------------------------------------------------------- */

static void attach(void) {
	const char *compat = getenv("OMPCC_OMPT_COMPAT"), *version = getenv("OMPCC_OMPT_VERSION");
	ompt_tool_t *tool = &ompcc_ompt_tool;
	int active = 0;
	tool->compat = compat && strcmp(compat, "libomptarget") == 0;
	tool->version = version && atoi(version) >= 60 ? 60 : 52;
	if (tool_allowed()) {
		connect_t *connect = find_libomp();
		open_log();
		active = connect ? guest_tool(connect) : host_tool();
		close_log();
	}
	if (!active)
		active = profile();
	if (active && !tool->guest)
		atexit(ompcc_ompt_fini);
	__atomic_store_n(&ompcc_ompt_enabled, active, __ATOMIC_RELEASE);
	if (active)
		ompcc_ompt_attach_thread(ompt_thread_initial);
}

/* A tool may call OpenMP routines while it is being initialised; they come back
 * here on the same thread and find no tool yet. */
void ompcc_ompt_init(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static OMPT_TLS int attaching;
	if (attaching)
		return;
	attaching = 1;
	pthread_once(&once, attach);
	attaching = 0;
}

/* ompcc_ompt_fini ends a tool of our own; libomp ends its own. */
void ompcc_ompt_fini(void) {
	ompt_start_tool_result_t *result = __atomic_exchange_n(&ompcc_ompt_tool.result, NULL, __ATOMIC_ACQ_REL);
	if (!result || ompcc_forked())
		return;
	ompt_thread_state_t *self = &ompcc_ompt_thread;
	if (self->attached && callback(implicit_task))
		callback(implicit_task)(ompt_scope_end, NULL, &self->task, 0, 1, ompt_task_initial);
	if (self->attached && callback(thread_end))
		callback(thread_end)(&self->thread);
	ompcc_ompt_enabled = 0;
	result->finalize(&result->tool_data);
}

/* --- threads ------------------------------------------------------------- */

static pthread_key_t thread_key;
static pthread_once_t thread_key_once = PTHREAD_ONCE_INIT;

static void thread_ended(void *state) {
	ompt_thread_state_t *self = state;
	if (ompcc_ompt_enabled <= 0)
		return;
	if (callback(implicit_task))
		callback(implicit_task)(ompt_scope_end, NULL, &self->task, 0, 1, ompt_task_initial);
	if (callback(thread_end))
		callback(thread_end)(&self->thread);
}

static void make_thread_key(void) { pthread_key_create(&thread_key, thread_ended); }

/* As a guest the threads and tasks are libomp's. */
void ompcc_ompt_attach_thread(ompt_thread_t type) {
	ompt_thread_state_t *self = &ompcc_ompt_thread;
	if (self->attached)
		return;
	self->attached = 1;
	self->id = ompcc_ompt_new_id();
	if (ompcc_ompt_tool.guest)
		return;
	pthread_once(&thread_key_once, make_thread_key);
	pthread_setspecific(thread_key, self);
	if (callback(thread_begin))
		callback(thread_begin)(type, &self->thread);
	if (callback(implicit_task))
		callback(implicit_task)(ompt_scope_begin, NULL, &self->task, 1, 1, ompt_task_initial);
}
