/* Attaching a tool (OpenMP 5.2 §19.2): finding it, its initialisation and end. */
#include "../host/loader.h"
#include "state.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report.h"
#include "../host/shim.h"
#include "../bridge.h"

int ompcc_ompt_enabled = -1;
OMPT_TLS int ompcc_ompt_attaching;
ompt_tool_t ompcc_ompt_tool;

/* A tool linked into the program, also where there is no dynamic linker to ask:
 * the link step of an executable renames its ompt_start_tool (ompt/guest.c). */
extern ompcc_start_tool_t __ompcc_my_tool __attribute__((weak));

extern ompcc_report_tool_t ompt_tool __attribute__((weak));

extern ompcc_start_tool_t ompcc_profile_start __attribute__((visibility("hidden")));

/* How the tool's host introduces itself. */
static struct {
	unsigned version;
	const char *runtime;
} as = {202111, "ompcc"};

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

/* read_switch gives OMP_TOOL the form that libomp, which reads it too, understands:
 * without white space, and valid. */
static void read_switch(void) {
	const char *text = getenv("OMP_TOOL");
	char word[sizeof "disabled"];
	int end = 0;
	if (!text || strcmp(text, "enabled") == 0 || strcmp(text, "disabled") == 0)
		return;
	int words = sscanf(text, " %8s %n", word, &end);
	if (words != 1 && text[strspn(text, " \t\n\v\f\r")] == '\0') {
		unsetenv("OMP_TOOL");
	} else if (words == 1 && !text[end] && strcasecmp(word, "enabled") == 0) {
		setenv("OMP_TOOL", "enabled", 1);
	} else {
		if (words != 1 || text[end] || strcasecmp(word, "disabled") != 0)
			ompcc_warn("OMP_TOOL has invalid value \"%s\": legal values are enabled and disabled; no tool is used", text);
		setenv("OMP_TOOL", "disabled", 1);
	}
}

static int tool_allowed(void) {
	const char *text = getenv("OMP_TOOL");
	return !text || strcmp(text, "disabled") != 0;
}

/* Where the loader finds a tool behind the runtime's own ompt_start_tool. */
ompcc_start_tool_t *ompcc_ompt_tool_in_program(void) {
	void *places[] = {(void *)__ompcc_my_tool, (void *)ompt_start_tool, ompcc_dlsym(RTLD_DEFAULT, "ompt_start_tool"),
		ompcc_dlsym(RTLD_NEXT, "ompt_start_tool")};
	for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
		if (places[i] && !ompcc_is_start_tool(places[i]))
			return (ompcc_start_tool_t *)places[i];
	return NULL;
}

static ompt_start_tool_result_t *try_start(ompcc_start_tool_t *start) {
	ompt_start_tool_result_t *result = start ? start(as.version, as.runtime) : NULL;
	if (result && (!result->initialize || !result->finalize))
		result = NULL;
	return result;
}

/* A tool that was written to the report of 2016. */
static ompcc_report_tool_t *report_in_program(void) {
	return ompt_tool ? ompt_tool : (ompcc_report_tool_t *)ompcc_dlsym(RTLD_DEFAULT, "ompt_tool");
}

static ompt_start_tool_result_t *try_report(ompcc_report_tool_t *tool) {
	ompcc_report_initializer_t *initializer = tool ? tool() : NULL;
	return initializer ? ompcc_report_start(initializer, as.runtime) : NULL;
}

int ompcc_ompt_tool_elsewhere(void) {
	const char *libraries = getenv("OMP_TOOL_LIBRARIES");
	return report_in_program() || (libraries && *libraries);
}

static ompt_start_tool_result_t *try_library(const char *path) {
	note("Opening %s... ", path);
	void *library = ompcc_dlopen(path, RTLD_LAZY);
	if (!library) {
		note("Failed: %s\n", ompcc_dlerror());
		return NULL;
	}
	note("Success.\nSearching for ompt_start_tool in %s... ", path);
	ompcc_start_tool_t *start = (ompcc_start_tool_t *)ompcc_dlsym(library, "ompt_start_tool");
	ompcc_report_tool_t *report = start ? NULL : (ompcc_report_tool_t *)ompcc_dlsym(library, "ompt_tool");
	if (!start && !report) {
		note("Failed: %s\n", ompcc_dlerror());
		dlclose(library);
		return NULL;
	}
	ompt_start_tool_result_t *result = start ? try_start(start) : try_report(report);
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
	ompt_start_tool_result_t *result = try_start(ompcc_ompt_tool_in_program());
	if (!result)
		result = try_report(report_in_program());
	note(result ? "Success.\n" : "Failed.\n");
	if (!result && libraries && *libraries)
		result = search_libraries(libraries);
	note(result ? "Tool was started and is using the OMPT interface.\n" : "No OMP tool loaded.\n");
	return result;
}

/* The log is libomp's, too, and a file is open there. */
ompt_start_tool_result_t *ompcc_ompt_find_tool(unsigned version, const char *runtime) {
	const char *where = getenv("OMP_TOOL_VERBOSE_INIT");
	as.version = version;
	as.runtime = runtime;
	if (where && (strcasecmp(where, "stdout") == 0 || strcasecmp(where, "stderr") == 0))
		open_log();
	ompt_start_tool_result_t *result = find_tool();
	close_log();
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
	ompt_start_tool_result_t *result = ompcc_profile_start(as.version, as.runtime);
	if (!result->initialize(ompcc_ompt_lookup, ompcc_initial_device(), &result->tool_data))
		return 0;
	ompcc_ompt_tool.result = result;
	return 1;
}

/* --- start and end ------------------------------------------------------- */

int ompcc_ompt_imitates(void) {
	const char *compat = getenv("OMPCC_OMPT_COMPAT");
	return compat && strcmp(compat, "libomptarget") == 0;
}

void ompcc_ompt_settings(void) {
	const char *version = getenv("OMPCC_OMPT_VERSION");
	ompcc_ompt_tool.compat = ompcc_ompt_imitates();
	ompcc_ompt_tool.version = version && atoi(version) >= 60 ? 60 : 52;
}

static void end_devices(void) {
	if (ompcc_ompt_enabled > 0)
		ompcc_ompt_llvm_devices(0);
}

static void attach(void) {
	ompt_tool_t *tool = &ompcc_ompt_tool;
	int active = 0;
	ompcc_ompt_settings();
	if (tool_allowed() && ompcc_ompt_libomp()) {
		active = ompcc_ompt_guest();
	} else if (tool_allowed()) {
		open_log();
		active = host_tool();
		close_log();
	}
	if (!active)
		active = profile();
	if (active && !tool->guest)
		atexit(ompcc_ompt_fini);
	__atomic_store_n(&ompcc_ompt_enabled, active, __ATOMIC_RELEASE);
	ompcc_ompt_choose_form();
	if (active)
		ompcc_ompt_attach_thread(ompt_thread_initial);
	if (active && tool->compat) {
		ompcc_ompt_llvm_devices(1);
		if (tool->guest)
			atexit(end_devices);
	}
}

/* A tool may call OpenMP routines while it is being initialised; they come back
 * here on the same thread and find no tool yet. */
void ompcc_ompt_init(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	if (ompcc_ompt_attaching)
		return;
	ompcc_ompt_attaching = 1;
	pthread_once(&once, attach);
	ompcc_ompt_attaching = 0;
}

/* libomp initialises the tool before its first construct or routine. Other host runtimes
 * do not, so that a tool is initialised when the program starts (OpenMP 5.2 §19.2.2):
 * behind what initialises the program's own objects. LLVM's runtime for devices starts then, too. */
void ompcc_ompt_early(void) {
	read_switch();
	ompcc_ompt_settings();
	if (tool_allowed() && (ompcc_ompt_tool.compat || !ompcc_ompt_libomp()) && (ompcc_ompt_tool_in_program() || ompcc_ompt_tool_elsewhere()))
		ompcc_first_use();
}

/* ompcc_ompt_fini ends a tool of our own; libomp ends its own. */
void ompcc_ompt_fini(void) {
	ompt_start_tool_result_t *result = __atomic_exchange_n(&ompcc_ompt_tool.result, NULL, __ATOMIC_ACQ_REL);
	if (!result || ompcc_forked())
		return;
	ompt_thread_state_t *self = &ompcc_ompt_thread;
	ompcc_ompt_llvm_devices(0);
	if (ompcc_ompt_entry.attached && callback(implicit_task))
		callback(implicit_task)(ompt_scope_end, NULL, &self->task, 0, 1, ompt_task_initial);
	if (ompcc_ompt_entry.attached && callback(thread_end))
		callback(thread_end)(&self->thread);
	ompcc_ompt_enabled = 0;
	ompcc_ompt_choose_form();
	result->finalize(&result->tool_data);
}

/* A tool of our own that ends before the program does has seen each device begin, and
 * sees it end. */
void ompcc_ompt_stop(void) {
	if (ompcc_ompt_enabled <= 0 || !ompcc_ompt_tool.result || ompcc_forked())
		return;
	for (int n = 0; n < ompcc_num_devices(); n++)
		if (ompcc_used_device(n))
			ompcc_go_dismiss(n);
	ompcc_ompt_fini();
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
	if (ompcc_ompt_entry.attached)
		return;
	ompcc_ompt_entry.attached = 1;
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
