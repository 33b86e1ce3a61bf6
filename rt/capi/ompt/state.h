/* Inside of the tool interface: what ompt.c (events), ompt/tool.c (attaching a
 * tool) and ompt/lookup.c (entry points) share. Everything that an entry point
 * reads is thread-local or constant once the tool is attached, so that it may be
 * called from a signal handler. */
#ifndef OMPCC_OMPT_STATE_H
#define OMPCC_OMPT_STATE_H

#include "../../../include/omp-tools.h"
#include "ompt.h"

#pragma GCC visibility push(hidden)

#define OMPT_TLS __thread __attribute__((tls_model("initial-exec")))

enum { OMPT_CALLBACKS = 64 };

/* The tool. Callbacks are written before enabled is, by the attaching thread,
 * and later only by the tool itself (ompt_set_callback). */
typedef struct {
	ompt_callback_t callback[OMPT_CALLBACKS];
	ompt_start_tool_result_t *result; /* own tool; NULL as a guest */
	int guest;   /* libomp is the host runtime and owns the tool */
	int tasks;   /* as a guest: the tool can be told of target tasks of ours */
	int frames;         /* as a guest: the tool asks for tasks' frames */
	int compat;         /* OMPCC_OMPT_COMPAT=libomptarget */
	int version;        /* OMPCC_OMPT_VERSION: 52 or 60 */
	int as_is;   /* it is told data operations in the form of OpenMP 5.2, by the _emi callback */
	ompt_data_t *(*task_data)(void);  /* libomp's, when a guest */
	ompt_data_t *(*target_task_data)(void);
} ompt_tool_t;
extern ompt_tool_t ompcc_ompt_tool;

/* A target task of ours, from its creation to its completion. */
typedef struct {
	ompt_data_t data;
	ompt_data_t *encountering;
} ompt_task_t;

/* region is a construct or device routine on the thread that executes it. Its
 * data lives from begin to end at one address, as the tool may keep pointers
 * to it (OpenMP 5.2 §19.5.2.26). */
typedef struct region_s ompt_region_t;
struct region_s {
	ompt_region_t *outer;
	const void *codeptr;
	int kind;     /* ompt_target_t, 0: a routine */
	int asynchronous; /* a nowait construct or an _async routine */
	int device;
	const void *construct;      /* __ompcc_construct_t, NULL: a routine */
	ompt_id_t id;               /* target_id of callbacks without _emi */
	ompt_data_t data;           /* target_data of _emi callbacks */
	ompt_task_t *deferred;      /* the target task, when it was generated before */
	ompt_data_t task;           /* of the target task, when it is ours and was not */
	ompt_data_t *encountering;  /* data of the encountering task */
	ompt_data_t *target_task;   /* data of the target task, NULL: there is none */
	ompt_data_t *host_task;     /* as a guest: data of the host's task that the thread executes, NULL: not asked yet, see ompcc_ompt_settle */
	int generated;              /* as a guest: that is the target task */
	int running;                /* the target task is scheduled */
	ompt_frame_t frame;         /* the target task's */
	ompt_data_t initial;        /* of the initial task of a region on the host */
	int in_initial;             /* which this thread executes inside of the target task */
	ompt_frame_t *left;         /* the encountering task's, while it is in the runtime, NULL: another thread's */
	ompt_frame_t before;        /* what that was */
	ompt_id_t op;               /* host_op_id of the operation being executed */
	ompt_device_time_t since;   /* of that operation, when it is traced */
	unsigned teams;             /* that a kernel gets */
	int state;                  /* ompt_state_t outside of the region */
};

/* A data operation in the form of the tool's version of OpenMP. */
typedef struct {
	int optype;
	void *src, *dst;
	int srcdev, dstdev;
	size_t bytes;
} ompt_operation_t;

typedef struct {
	int asynchronous;           /* an _async routine is being executed */
	ompt_region_t *top;         /* innermost region, NULL: none */
	ompt_region_t *idle;        /* for the next region, NULL: none */
	ompt_region_t *around;      /* on a region's own thread: that region, another thread's */
	void *mapping;              /* the host's data that the next allocation or deletion is for */
	int state;
	ompt_data_t thread, task;   /* of this thread and its initial task */
	ompt_frame_t frame;         /* of its initial task */
	ompt_id_t id;               /* of this thread in records */
} ompt_thread_state_t; /* small: libraries that are loaded share little static thread-local storage */
extern OMPT_TLS ompt_thread_state_t ompcc_ompt_thread;

extern ompt_id_t ompcc_ompt_new_id(void);

/* ompcc_ompt_llvm_devices tells the tool of the begin or the end of all devices, as LLVM's runtime does. */
extern void ompcc_ompt_llvm_devices(int on);

/* ompcc_ompt_host_frame is the frame of libomp's current task. */
extern ompt_frame_t *ompcc_ompt_host_frame(void);

/* ompcc_ompt_task_flags are the flags of a region's target task. */
extern int ompcc_ompt_task_flags(const ompt_region_t *);

/* ompcc_ompt_settle stores the host's current task in the innermost routine's regions, which push does not ask for. */
static inline void ompcc_ompt_settle(ompt_region_t *r, ompt_data_t *current) {
	for (; r && r->kind == 0 && !r->host_task && !r->deferred; r = r->outer)
		r->host_task = current;
}

/* Trace records (ompt/record.c), called only while some device is traced. */
extern void ompcc_ompt_record_target(ompt_region_t *, ompt_scope_endpoint_t);
extern void ompcc_ompt_record_data_op(ompt_region_t *, const ompt_operation_t *);
extern void ompcc_ompt_record_kernel(ompt_region_t *, unsigned requested, unsigned granted, uint64_t took);
extern void ompcc_ompt_record_map(ompt_region_t *, unsigned n, void **host, void **dev, size_t *bytes, unsigned *flags);
extern ompt_interface_fn_t ompcc_ompt_lookup(const char *name);
/* ompcc_ompt_find_places looks for the places of the host's OpenMP runtime. */
extern void ompcc_ompt_find_places(void);
/* ompcc_ompt_attach_thread announces the calling thread and its initial task. */
extern void ompcc_ompt_attach_thread(ompt_thread_t type);
/* ompcc_ompt_settings reads the environment. */
extern void ompcc_ompt_settings(void);
/* ompcc_ompt_set_callback keeps the tool's callback, NULL: none any more. */
extern void ompcc_ompt_set_callback(int event, ompt_callback_t callback);
/* ompcc_ompt_choose_form sets as_is, which follows from the rest. */
extern void ompcc_ompt_choose_form(void);
/* ompcc_ompt_get_construct tells a tool which construct the thread executes; 0: none. */
extern int ompcc_ompt_get_construct(const char **directive, const char **file, unsigned *line, const char **function, const char **kernel);
/* ompcc_mapped_name is the list item for which storage of the host is mapped to a device (entry_present.c); NULL: none. */
extern const char *ompcc_mapped_name(int device, const void *host);
extern int ompcc_ompt_get_target_info(uint64_t *device, ompt_id_t *target, ompt_id_t *op);

/* Finding the tool: in the process (but not the runtime's own ompt_start_tool),
 * then by OMP_TOOL_LIBRARIES. */
typedef ompt_start_tool_result_t *ompcc_start_tool_t(unsigned int, const char *);
extern ompcc_start_tool_t *ompcc_ompt_tool_in_program(void);
extern ompcc_start_tool_t ompcc_ompt_find_tool;
/* ompcc_ompt_tool_elsewhere says whether there may be another than that with an
 * ompt_start_tool in the program. */
extern int ompcc_ompt_tool_elsewhere(void);

/* Beside libomp (ompt/guest.c): whether it is there; to be its guest, 0: it has
 * no tool; and the ompt_start_tool that libomp finds. */
extern int ompcc_ompt_libomp(void);
extern int ompcc_ompt_guest(void);
extern ompcc_start_tool_t ompcc_ompt_start;
/* ompcc_ompt_guest_thread makes the calling thread known to libomp. */
extern void ompcc_ompt_guest_thread(void);
/* ompcc_ompt_guest_control passes a control command on to libomp. */
extern int ompcc_ompt_guest_control(int command, int modifier, void *arg);
/* ompcc_ompt_supported is the answer to ompt_set_callback. */
extern ompt_set_result_t ompcc_ompt_supported(int event);

/* callback(n) is what the tool registered for event ompt_callback_n, or NULL. */
#define callback(n) ((ompt_callback_##n##_t)ompcc_ompt_tool.callback[ompt_callback_##n])

#pragma GCC visibility pop

#endif
