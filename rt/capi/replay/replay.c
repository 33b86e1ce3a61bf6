/* Replaying a launch (OMPCC_REPLAY, set by ompcc replay): before main, the program executes the recorded kernel alone and
 * ends. The folder is what record.go has written.
 *
 * Memory comes from omp_target_alloc, so each kind of device can replay: words that were addresses in the recorded blocks
 * become addresses in the new ones, and back before the outputs are compared. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../entry/front.h"
#include "record.h"
#include "../routine/routines.h"
#include "../host/shim.h"
#include "../bridge.h"

enum { ALIGN = 64, /* what omp_target_alloc aligns to */
	MOST_ALIGN = OMPCC_MAX_ALIGN,
	EQUAL = 0,
	DIFFERENT = 3,
	NOTHING = 4 }; /* to compare with */

typedef struct {
	uintptr_t was, is;
	size_t size;
	enum { MEMORY,
		VARIABLE,
		FUNCTION, /* a device's; functions have no bytes */
		HOST_FUNCTION } kind;
	char name[1000];
} block_t;

typedef struct {
	char kernel[1000], file[1000], function[500];
	unsigned line, flags, grid[3], shared, nblocks, nparams;
	unsigned long trip;
	block_t *blocks; /* by address */
	struct {
		unsigned size;
		unsigned char *value;
	} *params;
	size_t bytes;
	unsigned char *before, *after, *now;
	int has_after;
} record_t;

static _Noreturn void die(const char *what, const char *why) {
	fprintf(stderr, "ompcc: error: replay: %s: %s\n", what, why);
	exit(2);
}

static void *room(size_t n) {
	void *p = calloc(n ? n : 1, 1);
	if (!p)
		die("memory", "there is not enough");
	return p;
}

/* --- reading ---------------------------------------------------------------------- */

static unsigned char *bytes(const char *folder, const char *name, size_t n, int *there) {
	char path[4200];
	unsigned char *data = room(n);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "re");
	*there = f && fread(data, 1, n, f) == n;
	if (f)
		fclose(f);
	return data;
}

static void param(record_t *r, const char *text) {
	unsigned size, at = 0;
	if (sscanf(text, "%u %n", &size, (int *)&at) != 1)
		die("launch.txt", "a parameter is not as it should be");
	r->params = realloc(r->params, (r->nparams + 1) * sizeof *r->params);
	if (!r->params)
		die("memory", "there is not enough");
	r->params[r->nparams].size = size;
	r->params[r->nparams].value = room(size);
	for (unsigned i = 0; i < size; i++)
		sscanf(text + at + 2 * i, "%2hhx", &r->params[r->nparams].value[i]);
	r->nparams++;
}

static void block(record_t *r, const char *text) {
	block_t b = {0};
	char kind[20];
	if (sscanf(text, "%" SCNxPTR " %zu %19s %999[^\n]", &b.was, &b.size, kind, b.name) < 3)
		die("launch.txt", "a block is not as it should be");
	b.kind = !strcmp(kind, "variable") ? VARIABLE : !strcmp(kind, "function") ? FUNCTION
		: !strcmp(kind, "host-function")                                  ? HOST_FUNCTION
										  : MEMORY;
	r->blocks = realloc(r->blocks, (r->nblocks + 1) * sizeof *r->blocks);
	if (!r->blocks)
		die("memory", "there is not enough");
	r->blocks[r->nblocks++] = b;
	r->bytes += b.size;
}

static void read_record(record_t *r, const char *folder) {
	char path[4200], *line = NULL;
	size_t size = 0;
	unsigned version = 0;
	int there;
	snprintf(path, sizeof path, "%s/%s", folder, OMPCC_RECORD_LAUNCH);
	FILE *f = fopen(path, "re");
	if (!f)
		die(path, strerror(errno));
	while (getline(&line, &size, f) > 0) {
		line[strcspn(line, "\n")] = 0;
		char *rest = line + strcspn(line, " ");
		if (*rest)
			*rest++ = 0;
		if (!strcmp(line, "ompcc-record"))
			version = (unsigned)atoi(rest);
		else if (!strcmp(line, "kernel"))
			snprintf(r->kernel, sizeof r->kernel, "%s", rest);
		else if (!strcmp(line, "place"))
			sscanf(rest, "%u %999[^\n]", &r->line, r->file);
		else if (!strcmp(line, "function"))
			snprintf(r->function, sizeof r->function, "%s", rest);
		else if (!strcmp(line, "flags"))
			r->flags = (unsigned)atoi(rest);
		else if (!strcmp(line, "grid"))
			sscanf(rest, "%u %u %u %u", &r->grid[0], &r->grid[1], &r->grid[2], &r->shared);
		else if (!strcmp(line, "trip"))
			r->trip = strtoul(rest, NULL, 10);
		else if (!strcmp(line, "param"))
			param(r, rest);
		else if (!strcmp(line, "block"))
			block(r, rest);
	}
	free(line);
	fclose(f);
	if (version != 1)
		die(path, "it is no record that this program can read");
	r->before = bytes(folder, OMPCC_RECORD_BEFORE, r->bytes, &there);
	if (!there)
		die(folder, "the memory is missing (file 'before')");
	r->after = bytes(folder, OMPCC_RECORD_AFTER, r->bytes, &r->has_after);
	r->now = room(r->bytes);
}

/* --- memory -------------------------------------------------------------------------- */

static int by_new(const void *x, const void *y) {
	const block_t *a = *(block_t *const *)x, *b = *(block_t *const *)y;
	return a->is < b->is ? -1 : a->is > b->is;
}

/* moved is the address that corresponds to a: from the recorded blocks to the new ones, or back. */
static uintptr_t moved(block_t *const *list, unsigned n, uintptr_t a, int back) {
	unsigned lo = 0, hi = n;
	while (lo < hi) {
		unsigned mid = lo + (hi - lo) / 2;
		if ((back ? list[mid]->is : list[mid]->was) <= a)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo)
		return a;
	const block_t *b = list[lo - 1];
	uintptr_t from = back ? b->is : b->was;
	return a - from <= b->size ? (back ? b->was : b->is) + (a - from) : a;
}

/* relocate changes the words of n bytes that belong at address at. */
static void relocate(block_t *const *list, unsigned nblocks, unsigned char *p, size_t n, uintptr_t at, int back) {
	for (size_t i = -at % 8; i + 8 <= n; i += 8) {
		uintptr_t a;
		memcpy(&a, p + i, 8);
		a = moved(list, nblocks, a, back);
		memcpy(p + i, &a, 8);
	}
}

static block_t **pointers(record_t *r) {
	block_t **list = room(r->nblocks * sizeof *list);
	for (unsigned i = 0; i < r->nblocks; i++)
		list[i] = &r->blocks[i];
	return list;
}

/* memory is storage for a block. It is aligned as the recorded one was, whose type may ask for it; a block within another
 * alignment than the device's begins as far from a multiple of that as it did. */
static uintptr_t memory(const block_t *b, int device) {
	uintptr_t align = b->was & -b->was, pad;
	align = align < ALIGN ? ALIGN : align > MOST_ALIGN ? MOST_ALIGN
							   : align;
	pad = b->was % align;
	uintptr_t at = (uintptr_t)ompcc_core_target_alloc(NULL, pad + b->size, device);
	if (at && at % align) { /* with room for another start */
		ompcc_core_target_free(NULL, (void *)at, device);
		at = (uintptr_t)ompcc_core_target_alloc(NULL, align + pad + b->size, device);
		at = at ? (at + align - 1) & -align : 0;
	}
	if (!at)
		die(b->name, "the device has no memory for it");
	return at + pad;
}

static void allocate(record_t *r, int device) {
	for (unsigned i = 0; i < r->nblocks; i++) {
		block_t *b = &r->blocks[i];
		b->is = b->kind == MEMORY     ? memory(b, device)
			: b->kind == VARIABLE ? ompcc_go_variable(device, b->name, b->size)
					      : ompcc_go_function(device, b->name, b->kind == HOST_FUNCTION);
		if (!b->is)
			die(b->name, b->kind == VARIABLE ? "this program has no such variable on the device, or one of another size" : "this program has no such function on the device");
	}
}

static void copy(record_t *r, int device, unsigned char *host, int to) {
	int initial = ompcc_initial_device();
	for (unsigned i = 0; i < r->nblocks; host += r->blocks[i++].size) {
		void *dev = (void *)r->blocks[i].is;
		size_t size = r->blocks[i].size;
		int failed = 0;
		if (size && to)
			failed = ompcc_core_target_memcpy(NULL, dev, host, size, 0, 0, device, initial);
		else if (size)
			failed = ompcc_core_target_memcpy(NULL, host, dev, size, 0, 0, initial, device);
		if (failed)
			die(r->blocks[i].name, "it cannot be copied");
	}
}

/* fill gives the device the recorded memory. */
static void fill(record_t *r, int device, block_t **by_old) {
	unsigned char *p = r->now;
	memcpy(p, r->before, r->bytes);
	for (unsigned i = 0; i < r->nblocks; p += r->blocks[i++].size)
		relocate(by_old, r->nblocks, p, r->blocks[i].size, r->blocks[i].was, 0);
	copy(r, device, r->now, 1);
}

/* compare returns how many bytes of the outputs differ, and says which ones first. */
static size_t compare(record_t *r, int device, block_t **by_new_address) {
	size_t differ = 0;
	unsigned char *p = r->now;
	const unsigned char *want = r->after;
	copy(r, device, r->now, 0);
	for (unsigned i = 0; i < r->nblocks; p += r->blocks[i].size, want += r->blocks[i++].size) {
		size_t n = 0, at = 0;
		relocate(by_new_address, r->nblocks, p, r->blocks[i].size, r->blocks[i].is, 1);
		for (size_t k = r->blocks[i].size; k-- > 0;)
			if (p[k] != want[k]) {
				n++;
				at = k;
			}
		if (n)
			printf("  %zu of %zu bytes of '%s' differ, the first at byte %zu\n", n, r->blocks[i].size, r->blocks[i].name, at);
		differ += n;
	}
	return differ;
}

/* --- launching ------------------------------------------------------------------------ */

static int find_device(const char *on) {
	static const struct {
		const char *name;
		int kind;
	} kinds[] = {{"nvptx", OMPCC_CUDA}, {"amdgcn", OMPCC_HSA}, {"cpu", OMPCC_CPU}};
	for (int n = 0; n < ompcc_num_devices(); n++)
		for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
			int index;
			if (!strcmp(on, kinds[i].name) && ompcc_device_kind(n, &index) == kinds[i].kind && ompcc_ready(n))
				return n;
		}
	die(on, "the program has no device of this kind, or no code for it; add the kind to -fopenmp-targets where the program is compiled");
}

/* find_kernel also says of which unit the kernel is. */
static __ompcc_kernel_t *find_kernel(const char *name, void **unit) {
	__ompcc_kernel_t *found = NULL;
	for (const __ompcc_module_t *m = ompcc_modules_begin(); m; m = m->next)
		for (__ompcc_unit_t **u = m->units; u < m->units_end; u++)
			for (unsigned i = 0; *u && i < (*u)->nkernels; i++)
				if (!strcmp((*u)->kernels[i]->name, name)) {
					found = (*u)->kernels[i];
					*unit = *u;
				}
	ompcc_modules_end();
	return found;
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void replay(record_t *r, int device, unsigned runs) {
	__ompcc_construct_t c = {.version = OMPCC_ABI_VERSION, .kind = OMPCC_KIND_TARGET, .loc = {r->file, r->function, r->line, 1}, .directive = "omp target", .nitems = r->nparams};
	__ompcc_launch_t l = {.device = device, .flags = r->flags, .num_teams = r->grid[0], .thread_limit = r->grid[1], .num_threads = r->grid[2], .shared = r->shared, .trip = r->trip};
	__ompcc_item_t *items = room(r->nparams * sizeof *items);
	__ompcc_arg_t *args = room(r->nparams * sizeof *args);
	block_t **by_old = pointers(r), **by_place = pointers(r);
	double best = 0;
	if (!(c.kernel = find_kernel(r->kernel, &c.unit)))
		die(r->kernel, "this program has no such kernel");
	int same = c.kernel->nparams == r->nparams;
	for (unsigned i = 0; same && i < r->nparams; i++)
		same = c.kernel->sizes[i] == r->params[i].size;
	if (!same)
		die(r->kernel, "this program's kernel has other parameters");
	allocate(r, device);
	qsort(by_place, r->nblocks, sizeof *by_place, by_new);
	for (unsigned i = 0; i < r->nparams; i++) {
		relocate(by_old, r->nblocks, r->params[i].value, r->params[i].size, 0, 0);
		items[i] = (__ompcc_item_t){.name = "parameter", .type = "", .kind = OMPCC_ITEM_VALUE, .flags = OMPCC_FLAG_PARAM, .parent = -1};
		args[i] = (__ompcc_arg_t){.begin = r->params[i].value, .size = r->params[i].size};
	}
	c.items = items;
	for (unsigned i = 0; i < runs; i++) {
		fill(r, device, by_old);
		double since = now();
		if (!ompcc_core_target(NULL, &c, &l, args))
			die(r->kernel, "this program has no code of it for the device");
		double took = now() - since;
		best = i == 0 || took < best ? took : best;
	}
	fflush(stdout);
	unsigned with_bytes = 0;
	for (unsigned i = 0; i < r->nblocks; i++)
		with_bytes += r->blocks[i].kind == MEMORY || r->blocks[i].kind == VARIABLE;
	printf("%s, %s:%u: %u blocks, %zu bytes; %u launch%s, the fastest %.3f ms\n", r->kernel, r->file, r->line, with_bytes, r->bytes, runs, runs == 1 ? "" : "es", best);
	if (!r->has_after) {
		printf("  the recorded launch did not end: there are no outputs to compare\n");
		exit(NOTHING);
	}
	size_t differ = compare(r, device, by_place);
	printf(differ ? "  %zu bytes of the outputs differ\n" : "  the outputs are equal, bit for bit\n", differ);
	exit(differ ? DIFFERENT : EQUAL);
}

/* OMPCC_REPLAY is "device:runs:teams:threads:folder", teams and threads 0: as recorded. */
void ompcc_replay_early(void) {
	const char *text = getenv("OMPCC_REPLAY");
	char on[16];
	unsigned runs, teams, threads;
	int at = 0;
	if (!text || !*text)
		return;
	if (sscanf(text, "%15[^:]:%u:%u:%u:%n", on, &runs, &teams, &threads, &at) != 4 || !at)
		die(text, "OMPCC_REPLAY is not as ompcc replay sets it");
	record_t r = {0};
	ompcc_first_use();
	read_record(&r, text + at);
	if (teams)
		r.grid[0] = teams;
	if (threads)
		r.grid[1] = r.grid[2] = threads;
	replay(&r, find_device(on), runs ? runs : 1);
}
