/* What the runtime calls to tell a tool (OMPT, OpenMP 5.2 §19).
 *
 * Every call is guarded by ompcc_ompt_enabled: 0 without a tool, so that the
 * interface costs one branch then. It starts at -1; the first guarded call of
 * the process looks for a tool. The construct or routine that the thread
 * executes is kept here, per thread: callers pass no ids, and begin and end
 * nest. No call may be made with a lock held that a device routine takes. */
#ifndef OMPCC_OMPT_H
#define OMPCC_OMPT_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

extern int ompcc_ompt_enabled;

/* Set while the calling thread finds and initialises the tool, which may ask for the
 * number of devices. */
extern __thread __attribute__((tls_model("initial-exec"))) int ompcc_ompt_attaching;

/* init looks for a tool, once; fini ends it, after the devices; stop ends it before them. */
extern void ompcc_ompt_init(void);
/* is_libomp tells whether the code at an address is libomp's. */
extern int ompcc_ompt_is_libomp(const void *code);
/* early does so when the program starts, where nobody else tells of the host's constructs. */
extern void ompcc_ompt_early(void);
extern void ompcc_ompt_fini(void);
extern void ompcc_ompt_stop(void);

/* set_codeptr is first in every entry point: the user's call site. It is the
 * codeptr_ra of events that the call causes before its own begin event, such as
 * those of a device that it is the first to use. */
typedef struct {
	int attached; /* the tool knows the thread */
	const void *codeptr;
	void *frame;
} ompcc_ompt_entry_t;
extern __thread __attribute__((tls_model("initial-exec"))) ompcc_ompt_entry_t ompcc_ompt_entry;
extern int ompcc_ompt_introduce(void); /* attaches the thread; 0: there is no tool */
static inline void ompcc_ompt_set_codeptr(const void *codeptr, void *frame) {
	if (__builtin_expect(!ompcc_ompt_entry.attached, 0) && !ompcc_ompt_introduce())
		return;
	ompcc_ompt_entry.codeptr = codeptr;
	ompcc_ompt_entry.frame = frame;
}

/* The encountering thread generates a target task that the host's OpenMP runtime
 * executes, or ours: a thread of the runtime; with nowait perhaps later and on another
 * thread; NULL: no tool. */
extern void *ompcc_ompt_target_task(int nowait, int dependences, int ours, const void *codeptr);

/* As a guest of libomp: whether the next task that it creates is a target task. */
extern void ompcc_ompt_expect_task(int on);

/* A construct: kind is ompt_target_t (1..4, nowait 9..12); task is what
 * ompcc_ompt_target_task returned, NULL where the thread executes the construct
 * that it encounters. */
extern void ompcc_ompt_target_begin(int kind, int device, void *task, const void *construct, const void *codeptr);
extern void ompcc_ompt_target_end(void);

/* A region that the host executes: its initial task begins (1) and ends (0) on the
 * calling thread. For a thread of its own, which then ends: region is the construct's
 * on the encountering thread, of which ompcc_ompt_region tells. */
extern void ompcc_ompt_initial_task(int begin);
struct region_s;
extern struct region_s *ompcc_ompt_region(void);
extern void ompcc_ompt_enter_host_thread(struct region_s *region);
extern void ompcc_ompt_leave_host_thread(void);

/* ompcc_ompt_as_llvm says whether a tool is told of events in the order of LLVM's runtime (OMPCC_OMPT_COMPAT). */
extern int ompcc_ompt_as_llvm(void);

/* ompcc_ompt_imitates says whether OMPCC_OMPT_COMPAT asks for that, with a tool or without. */
extern int ompcc_ompt_imitates(void);
/* ompcc_ompt_requests is the number of teams that a submission names: teams, which the kernel gets, or asked (0: the
 * program leaves it open) where LLVM's runtime names that. */
extern unsigned ompcc_ompt_requests(unsigned asked, unsigned teams);
/* A device routine: no event of its own, target_id 0 in its operations. */
extern void ompcc_ompt_routine_begin(const void *codeptr);
extern void ompcc_ompt_routine_end(void);

/* After target_begin and before the data operations, not for target update, and
 * only of use when ompcc_ompt_maps is not 0; flags are ompt_target_map_flag_t. */
extern int ompcc_ompt_maps;
extern unsigned ompcc_ompt_map_flags(unsigned flags); /* for an item's flags of rt/abi */
extern void ompcc_ompt_map(unsigned n, void **host, void **dev, size_t *bytes, unsigned *flags);

enum { OMPCC_OP_ALLOC = 1,
	OMPCC_OP_TO_DEVICE = 2,
	OMPCC_OP_FROM_DEVICE = 3,
	OMPCC_OP_DELETE = 4 };

/* A data operation, with the values of ompt_target_data_op_t of OpenMP 6.0 (7
 * between devices, 8 memset, 9 rect, …) and the device's side in dst for
 * delete: older versions' values are made here. */
extern void ompcc_ompt_data_op_begin(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes);
extern void ompcc_ompt_data_op_end(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes);
/* ompcc_ompt_keep_size is for an allocation whose deletion will be reported with 0 bytes. */
extern void ompcc_ompt_keep_size(const void *p, int device, size_t bytes);
/* The host's data that the thread's next allocation or deletion on a device is for,
 * NULL: none. */
extern void ompcc_ompt_mapping(void *host);
/* A transfer within this process's memory: the events and the transfer. */
extern void ompcc_ompt_data_op_move(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes);
/* One without duration: associate, disassociate. */
extern void ompcc_ompt_data_op_once(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes);

/* Between (1) and (0) the thread executes a routine whose name ends in _async: its
 * operations have the asynchronous types. */
extern void ompcc_ompt_asynchronous(int on);

/* The transfer of a box (type 9, or 25 when asynchronous), with the arguments of omp_target_memcpy_rect. */
typedef struct {
	void *base;
	int device;
	const size_t *offsets, *dimensions;
} ompcc_ompt_box_t;
extern void ompcc_ompt_rect_begin(int optype, const ompcc_ompt_box_t *src, const ompcc_ompt_box_t *dst, size_t element, int dims,
	const size_t *volume);
extern void ompcc_ompt_rect_end(int optype, const ompcc_ompt_box_t *src, const ompcc_ompt_box_t *dst, size_t element, int dims,
	const size_t *volume);

/* The host executes the region: the thread waits for no device. */
extern void ompcc_ompt_host_begin(unsigned teams);
extern void ompcc_ompt_submit_begin(unsigned teams);
extern void ompcc_ompt_submit_end(unsigned teams);
/* The same where the device knows more: the teams that ran, and the kernel's
 * duration in nanoseconds, 0 if it was not measured. */
extern void ompcc_ompt_submit_done(unsigned teams, unsigned granted, uint64_t took);
extern int ompcc_ompt_traces_kernels(int dev);
/* Before it, where an emulated device has counted what the kernel executed: a JSON object. */
extern void ompcc_ompt_counts(const char *counts);

/* The life of a device: init, load of each image, global for each declare
 * target variable of the image, … unload, fini. type must last. */
extern void ompcc_ompt_device_init(int dev, const char *type);
extern void ompcc_ompt_device_load(int dev, const char *file, const void *host_addr, size_t bytes, uint64_t module_id);
extern void ompcc_ompt_global(int dev, void *host, void *devaddr, size_t bytes);
extern void ompcc_ompt_device_unload(int dev, uint64_t module_id);
extern void ompcc_ompt_device_fini(int dev);

/* An error directive was met at run time. */
extern void ompcc_ompt_error(int fatal, const char *message, size_t length, const void *codeptr);

/* omp_control_tool's result (OpenMP 5.2 §18.14): -2 without a tool, -1 without
 * its callback. May be called with ompcc_ompt_enabled 0. */
extern int ompcc_ompt_control_tool(uint64_t command, uint64_t modifier, void *arg, const void *codeptr);

#pragma GCC visibility pop

#endif
