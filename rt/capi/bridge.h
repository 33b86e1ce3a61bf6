/* What the Go side offers the rooms: one crossing each. cgo checks that main.go, which includes this, agrees. Devices are
 * given by their numbers, and -1 is the host. A text is malloc'ed, NULL: no error. */
#ifndef OMPCC_BRIDGE_H
#define OMPCC_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#include "../abi/direct.h"
#include "host/shim.h"
#include "routine/interop.h"
#include "task/graph.h"

/* --- the process (main.go, process.go) ------------------------------------------ */

extern void ompcc_go_start(void);
/* ompcc_go_finish ends all devices; with busy other threads still execute target tasks on them. */
extern void ompcc_go_finish(int busy);
extern int ompcc_go_prepare(int num, char **text);
extern void ompcc_go_forget(int num, uintptr_t module, uintptr_t begin, uintptr_t end);
extern void ompcc_go_dump_mappings(int num);

/* --- constructs (main.go) ------------------------------------------------------- */

extern int ompcc_go_target(ompcc_frame_t *);
extern int ompcc_go_data_begin(ompcc_frame_t *);
extern int ompcc_go_exit(ompcc_frame_t *);
extern int ompcc_go_update(ompcc_frame_t *);
/* ompcc_go_resume goes on with a construct that C began (entry/direct.c), from a stage of entry/mapped.h. */
extern int ompcc_go_resume(ompcc_frame_t *, ompcc_direct_t *, int stage, int done);

/* --- target tasks (asyncqueue.go) and task graphs (graph.go) ------------------------ */

extern int ompcc_go_enqueue_copy(int num, uintptr_t dst, uintptr_t src, unsigned char value, size_t size, int to, int from,
	char **text);
extern void ompcc_go_free_mark(int num, uintptr_t mark);
/* ompcc_go_capture adds a construct to a chain; it returns 0 for those that a chain cannot have. */
extern int ompcc_go_capture(ompcc_frame_t *, ompcc_chain_t *, int kernel);
extern int ompcc_go_captured(ompcc_chain_t *);
extern void ompcc_go_graph_run(uintptr_t number, char **text);
extern void ompcc_go_graph_free(uintptr_t number);

/* --- device routines (routines.go, sharedmemory.go, interop.go) ------------------------ */

extern char *ompcc_go_uid(int num);
extern uintptr_t ompcc_go_alloc(int num, size_t size);
extern char *ompcc_go_free(int num, uintptr_t addr);
extern uintptr_t ompcc_go_mapped(int num, uintptr_t host);
extern int ompcc_go_is_device(int num, uintptr_t addr);
extern int ompcc_go_associate(int num, uintptr_t host, size_t size, uintptr_t addr, size_t offset);
extern int ompcc_go_disassociate(int num, uintptr_t host);
extern int ompcc_go_copy(uintptr_t dst, uintptr_t src, size_t size, int to, int from, int told);
extern char *ompcc_go_set(int num, uintptr_t addr, unsigned char value, size_t size);
extern int ompcc_go_pause(int num, int hard);
extern unsigned long ompcc_go_team_memory(int num);
extern char *ompcc_go_new_icvs(int num);
extern void ompcc_go_dismiss(int num);
extern uintptr_t ompcc_go_share(int num, size_t size, int on_host);
extern char *ompcc_go_unshare(int num, uintptr_t addr, int on_host);
extern char *ompcc_go_interop(int num, ompcc_interop_t *, unsigned n, int *prefer);
extern char *ompcc_go_interop_wait(uint64_t id);
extern void ompcc_go_interop_close(uint64_t id);

/* --- reverse offload, records, servers, checks ---------------------------------------- */

extern void ompcc_go_reverse(int num, uintptr_t fn, uintptr_t rows, unsigned n, unsigned variables);
/* The address of a variable of that size, and of a function; 0: there is none. */
extern uintptr_t ompcc_go_variable(int num, char *name, size_t size);
extern uintptr_t ompcc_go_function(int num, char *name, int host);
extern void ompcc_go_serve(int parent);
/* 0: a server is lost, or the device's says nothing, which ends in its loss. */
extern int ompcc_go_remote_quit(void);
extern int ompcc_go_remote_answers(int num);
/* ompcc_go_host_item says what list item a host address belongs to (ompcc_host_item_t of sanitize/core.h). */
extern void ompcc_go_host_item(int num, uintptr_t a, void *out);

#endif
