/* Stale data: shadow versions of what is mapped, of the host's and of the device's bytes (OMPCC_ADVISE, docs/sanitize.md). The runtime
 * tells what moves and what kernels change; code of the host that is compiled with -fsanitize=offload tells what it
 * reads and writes, kernels of the checked CPU device what they read. */
#ifndef OMPCC_STALE_H
#define OMPCC_STALE_H

#include "sanitize.h"

#pragma GCC visibility push(hidden)

/* One case: a read of values that were changed on the other side. */
typedef struct {
	int host; /* the host reads, else a kernel does */
	char name[128];              /* the list item */
	ompcc_place_t mapped;        /* where its data was mapped, or moved last */
	int lost; /* the device's storage is gone, with what kernels wrote */
	uintptr_t pc;                /* of the host's code that reads (host) or has written; 0: not known */
	uintptr_t wrote;             /* host: of the host's code that wrote what is read, 0: not known */
	ompcc_place_t kernel;        /* the construct of the kernel that changed (host) or reads it */
	ompcc_place_t site;          /* where the kernel reads, if that is known */
	unsigned long times;
	size_t bytes;                /* that were read in all, by accesses of which at least one byte is stale */
} ompcc_stale_t;

/* Who tells of the single reads of a kernel. */
typedef enum {
	WATCHED_BY_NONE,   /* nobody: the kernel's items say what it reads (ompcc_stale_uses) */
	WATCHED_BY_CHECKS, /* the code of the checked CPU device: stale bytes count as without a value (ompcc_stale_read) */
	WATCHED_BY_DEVICE, /* an emulated device: ompcc_stale_mark is what it watches, ompcc_stale_seen what it has seen */
} ompcc_watcher_t;

/* Storage of which versions are known. */
typedef struct {
	uintptr_t host, size, dev;
} ompcc_tracked_t;

extern void ompcc_stale_start(void);
extern int ompcc_stale_on(void);
extern void ompcc_stale_map(int device, uintptr_t host, size_t size, uintptr_t dev, const char *name, ompcc_place_t where);
extern void ompcc_stale_unmap(int device, uintptr_t host);
/* ompcc_stale_moved: both sides are the same now. */
extern void ompcc_stale_moved(int device, uintptr_t begin, size_t size, ompcc_place_t where);
/* ompcc_stale_tracked is the i-th storage of the device: 0 when there are not so many. */
extern int ompcc_stale_tracked(int device, unsigned i, ompcc_tracked_t *);
/* ompcc_stale_before and _after frame a kernel: now is what the device's storage of the tracked one at host holds. */
extern void ompcc_stale_before(int device, uintptr_t host, const void *now, ompcc_watcher_t);
extern void ompcc_stale_after(int device, uintptr_t host, const void *now, ompcc_watcher_t, ompcc_place_t kernel);
/* ompcc_stale_mark writes for each byte of the tracked storage at host whether it is stale on the device. It returns how
 * many are. */
extern size_t ompcc_stale_mark(int device, uintptr_t host, uint8_t *mask);
/* ompcc_stale_seen: the kernel has read stale bytes, the first of them at dev, at a place of its code. */
extern void ompcc_stale_seen(int device, uintptr_t dev, size_t bytes, ompcc_place_t kernel, ompcc_place_t site);
/* ompcc_stale_uses: a kernel that says nothing of single reads reads size bytes at begin; 0: all that is mapped there. */
extern void ompcc_stale_uses(int device, uintptr_t begin, size_t size, ompcc_place_t kernel);
/* ompcc_stale_variable: a kernel of the checked CPU device accesses what may be a declare target variable. */
extern void ompcc_stale_variable(uintptr_t a, size_t n, ompcc_access_t how, const __ompcc_site_t *);
/* ompcc_stale_read: a kernel of the checked CPU device reads what is not marked as having a value; it counts as having one then. */
extern void ompcc_stale_read(uintptr_t a, size_t n, ompcc_access_t how, const __ompcc_site_t *);
/* ompcc_stale_unread says whether the host has not read a part since it came back, and can be known to read. */
extern int ompcc_stale_unread(int device, uintptr_t begin, size_t size);
extern int ompcc_stale_report(unsigned i, ompcc_stale_t *);
/* ompcc_stale_line is "file:line" of code of the host. */
extern void ompcc_stale_line(uintptr_t pc, char *text, size_t size);

/* Where something is tracked: bounds that code of the host looks at first. */
typedef struct {
	volatile uintptr_t lo, hi;
} ompcc_watched_t;
extern ompcc_watched_t ompcc_stale_watched;
extern void ompcc_stale_access(uintptr_t a, size_t n, int writes, uintptr_t pc);

#pragma GCC visibility pop

#endif
