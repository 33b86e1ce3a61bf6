/* The memory of a team that dyn_groupprivate asks for (OpenMP 6.1), and the routines that tell of it.
 *
 * The clause is a word: the size, and its fallback in the highest two bits. A kernel with the clause begins with
 * begin, which decides whether the team has its own memory, as fast as a groupprivate variable's, or the fallback.
 *
 * The text is compiled for GPUs (devlib.c), for the CPU device and for the host (rt/capi/routine/gprivate.c).
 */

enum { FALLBACK_ABORT,
	FALLBACK_DEFAULT_MEM,
	FALLBACK_NULL };

enum { FALLBACK_SHIFT = 62,
	GROUP_ACCESS = 0,
	GROUP_NO_SPACE = -1,
	GROUP_DEFAULT_SPACE = 0,
	GROUP_SPACE = 5 };

struct group_memory {
	char *at; /* NULL: there is none */
	unsigned long size;
	unsigned long fell_back; /* the memory is the default memory space's */
};

static unsigned long group_size(unsigned long word) { return word & ((1UL << FALLBACK_SHIFT) - 1); }

/* begin gives the team its memory: own, of which there are room bytes, or what the fallback says. Where that is to end
 * the program, whoever launches the kernel has done so. */
void GPRIVATE(begin)(struct group_memory *m, unsigned long word, void *own, unsigned long room) {
	unsigned long size = group_size(word);
	m->fell_back = 0;
	m->at = NULL;
	if (size > 0 && size <= room)
		m->at = own;
	else if (size > 0 && word >> FALLBACK_SHIFT == FALLBACK_DEFAULT_MEM) {
		m->at = GPRIVATE_ALLOC(size);
		m->fell_back = 1;
	}
	m->size = m->at ? size : 0;
}

void GPRIVATE(end)(struct group_memory *m) {
	if (m->fell_back)
		GPRIVATE_FREE(m->at);
	m->size = 0;
}

static int has_memory(const struct group_memory *m, int access) { return m && m->size != 0 && access == GROUP_ACCESS; }

void *GPRIVATE(ptr)(const struct group_memory *m, unsigned long offset, int access) {
	return has_memory(m, access) ? m->at + offset : NULL;
}

void *GPRIVATE(nofb_ptr)(const struct group_memory *m, unsigned long offset, int access) {
	return has_memory(m, access) && !m->fell_back ? m->at + offset : NULL;
}

unsigned long GPRIVATE(size)(const struct group_memory *m, int access) { return has_memory(m, access) ? m->size : 0; }

unsigned long GPRIVATE(memspace)(const struct group_memory *m, int access) {
	return !has_memory(m, access) ? (unsigned long)GROUP_NO_SPACE : m->fell_back ? GROUP_DEFAULT_SPACE
										     : GROUP_SPACE;
}
