/* One runtime for the process, though each executable and shared library that
 * was linked with the runtime brings a copy.
 *
 * Each copy marks its module with an ELF note that leads to its table. The
 * first marked module in the loader's list serves everybody: the list's order
 * does not change, and the elected module is kept loaded, so all copies come
 * to the same choice. This needs neither exported symbols nor the environment,
 * and works in static executables. A module that is linked with the shared
 * runtime has a mark, too, which leads to that runtime's table. */
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

#include "../routine/devicepointer.h"
#include "front.h"
#include "../host/function.h"
#include "../routine/interop.h"
#include "../host/loader.h"
#include "mark.h"
#include "../replay/record.h"
#include "../host/remote.h"
#include "../routine/routines.h"

static const ompcc_runtime_t mine = {
	.size = sizeof mine,
#define FUNCTION(result, name, core, parameters) .name = core,
#define OBJECT(type, name, core) .name = &core,
#include "functions.h"
#undef FUNCTION
#undef OBJECT
};

extern const ompcc_runtime_t __ompcc_table __attribute__((alias("mine"), visibility("default")));

const ompcc_runtime_t *ompcc_elected;

OMPCC_MARK(&mine);

typedef struct {
	const ompcc_runtime_t *const *mark; /* in the module that was found */
	const ompcc_runtime_t *found;
	const char *file;
} search_t;

static const ompcc_runtime_t *const *marked(const char *at, size_t size) {
	while (size >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *n = (const void *)at;
		const char *name = at + sizeof *n;
		const char *desc = name + ((n->n_namesz + 3) & ~3u);
		const char *next = desc + ((n->n_descsz + 3) & ~3u);
		if ((size_t)(next - at) > size)
			return NULL;
		if (n->n_type == 1 && n->n_namesz == 6 && n->n_descsz == 8 && !memcmp(name, "ompcc", 6)) {
			int64_t offset;
			memcpy(&offset, desc, sizeof offset);
			return (const ompcc_runtime_t *const *)(desc + offset);
		}
		size -= (size_t)(next - at);
		at = next;
	}
	return NULL;
}

static int look(struct dl_phdr_info *info, size_t size, void *data) {
	search_t *s = data;
	(void)size;
	for (int i = 0; i < info->dlpi_phnum && !s->found; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type != PT_NOTE)
			continue;
		const ompcc_runtime_t *const *mark = marked((const char *)(info->dlpi_addr + p->p_vaddr), p->p_memsz);
		if (mark && *mark && (*mark)->size >= sizeof(ompcc_runtime_t)) {
			s->mark = mark;
			s->found = *mark;
			s->file = info->dlpi_name;
		}
	}
	return s->found != NULL;
}

/* The mark of the module that was elected. */
static const ompcc_runtime_t *const *elected_mark;

const ompcc_runtime_t *ompcc_elect(void) {
	search_t s = {0};
	dl_iterate_phdr(look, &s);
	if (!s.found) { /* notes stripped */
		s.mark = &ompcc_mine;
		s.found = &mine;
	} else if (s.file && *s.file)
		ompcc_dlopen(s.file, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	__atomic_store_n(&elected_mark, s.mark, __ATOMIC_RELAXED);
	__atomic_store_n(&ompcc_elected, s.found, __ATOMIC_RELEASE);
	return s.found;
}

/* The constructors of the modules call __ompcc_start, each with its mark. That of the elected module counts. */
__attribute__((visibility("default"))) void __ompcc_start(const ompcc_runtime_t *const *mark) {
	if (ompcc_runtime() != &mine || elected_mark != mark)
		return;
	ompcc_remote_early();
	ompcc_replay_early();
	ompcc_ompt_early();
}

/* Behind the constructors of the program's own objects, which come first in the link. */
__attribute__((constructor)) static void start(void) { __ompcc_start(&ompcc_mine); }

/* --- what the program has of other modules ----------------------------------------------- */

typedef struct {
	uintptr_t at;
	int inside;
	const ompcc_runtime_t *runtime;
} owner_t;

/* owner finds the runtime to which the mark of the module with the address leads. */
static int owner(struct dl_phdr_info *info, size_t size, void *data) {
	owner_t *o = data;
	search_t s = {0};
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t begin = info->dlpi_addr + p->p_vaddr;
		o->inside |= p->p_type == PT_LOAD && o->at >= begin && o->at < begin + p->p_memsz;
	}
	if (!o->inside)
		return 0;
	look(info, size, &s);
	o->runtime = s.found;
	return 1;
}

static const ompcc_runtime_t *runtime_at(const void *symbol) {
	owner_t o = {.at = (uintptr_t)symbol};
	dl_iterate_phdr(owner, &o);
	return o.runtime;
}

static int is_ours(const void *symbol) { return runtime_at(symbol) != NULL; }

int ompcc_is_start_tool(const void *symbol) {
	const ompcc_runtime_t *rt = symbol ? runtime_at(symbol) : NULL;
	return rt && symbol == (const void *)rt->start_tool;
}

/* The next definition may be that of another module with a copy of the runtime,
 * which would lead back here: then the runtimes are asked for by name. There is no next definition behind the
 * shared runtime if the program was linked without it: its libraries come first. */
void *ompcc_host_symbol(const char *name) {
	static const char *const runtimes[] = {"libomp.so.5", "libgomp.so.1", "libomp.so", "libiomp5.so"};
	void *symbol = ompcc_dlsym(RTLD_NEXT, name);
	if (!symbol) {
		symbol = ompcc_dlsym(RTLD_DEFAULT, name);
		return symbol && !is_ours(symbol) ? symbol : NULL;
	}
	if (!is_ours(symbol))
		return symbol;
	for (unsigned i = 0; i < sizeof runtimes / sizeof *runtimes; i++) {
		void *library = ompcc_dlopen(runtimes[i], RTLD_LAZY | RTLD_NOLOAD);
		symbol = library ? ompcc_dlsym(library, name) : NULL;
		if (symbol && !is_ours(symbol))
			return symbol;
	}
	return NULL;
}
