/* One runtime for the process, though each executable and shared library that
 * was linked with the runtime brings a copy.
 *
 * Each copy marks its module with an ELF note that leads to its table. The
 * first marked module in the loader's list serves everybody: the list's order
 * does not change, and the elected module is kept loaded, so all copies come
 * to the same choice. This needs neither exported symbols nor the environment,
 * and works in static executables. */
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

#include "devicepointer.h"
#include "front.h"
#include "function.h"
#include "interop.h"
#include "loader.h"
#include "record.h"
#include "remote.h"
#include "routines.h"

static const ompcc_runtime_t mine = {
	.size = sizeof mine,
#define FUNCTION(result, name, core, parameters) .name = core,
#define OBJECT(type, name, core) .name = &core,
#include "functions.h"
#undef FUNCTION
#undef OBJECT
};

const ompcc_runtime_t *ompcc_elected;

/* The mark: vendor "ompcc", type 1, and where the table's address is, counted
 * from the field itself, so that no relocation is needed. */
__attribute__((used, visibility("hidden"))) const ompcc_runtime_t *const ompcc_mine = &mine;
__asm__(".pushsection .note.ompcc,\"a\",%note\n"
	"	.balign 4\n"
	"	.long 6, 8, 1\n"
	"	.asciz \"ompcc\"\n"
	"	.balign 4\n"
	"ompcc_mark:\n"
	"	.quad ompcc_mine - ompcc_mark\n"
	"	.popsection\n");

typedef struct {
	const ompcc_runtime_t *found;
	const char *file;
} search_t;

static const ompcc_runtime_t *marked(const char *at, size_t size) {
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
			return *(const ompcc_runtime_t *const *)(desc + offset);
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
		const ompcc_runtime_t *rt = marked((const char *)(info->dlpi_addr + p->p_vaddr), p->p_memsz);
		if (rt && rt->size >= sizeof(ompcc_runtime_t)) {
			s->found = rt;
			s->file = info->dlpi_name;
		}
	}
	return s->found != NULL;
}

const ompcc_runtime_t *ompcc_elect(void) {
	search_t s = {0};
	dl_iterate_phdr(look, &s);
	if (!s.found)
		s.found = &mine; /* notes stripped */
	else if (s.file && *s.file)
		ompcc_dlopen(s.file, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	__atomic_store_n(&ompcc_elected, s.found, __ATOMIC_RELEASE);
	return s.found;
}

/* Behind the constructors of the program's own objects, which come first in the link. */
__attribute__((constructor)) static void start(void) {
	if (ompcc_runtime() != &mine)
		return;
	ompcc_remote_early();
	ompcc_replay_early();
	ompcc_ompt_early();
}

/* --- the host's OpenMP runtime ----------------------------------------------- */

typedef struct {
	uintptr_t at;
	int inside, ours;
} owner_t;

/* owner says whether the module that has the address is one with a mark. */
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
	o->ours = s.found != NULL;
	return 1;
}

static int is_ours(const void *symbol) {
	owner_t o = {.at = (uintptr_t)symbol};
	dl_iterate_phdr(owner, &o);
	return o.ours;
}

/* The next definition may be that of another module with a copy of the runtime,
 * which would lead back here: then the runtimes are asked for by name. */
void *ompcc_host_symbol(const char *name) {
	static const char *const runtimes[] = {"libomp.so.5", "libgomp.so.1", "libomp.so", "libiomp5.so"};
	void *symbol = ompcc_dlsym(RTLD_NEXT, name);
	if (!symbol || !is_ours(symbol))
		return symbol;
	for (unsigned i = 0; i < sizeof runtimes / sizeof *runtimes; i++) {
		void *library = ompcc_dlopen(runtimes[i], RTLD_LAZY | RTLD_NOLOAD);
		symbol = library ? ompcc_dlsym(library, name) : NULL;
		if (symbol && !is_ours(symbol))
			return symbol;
	}
	return NULL;
}
