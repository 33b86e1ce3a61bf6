/* The mark of a module that has the runtime, or that is linked with the shared one. */
#ifndef OMPCC_MARK_H
#define OMPCC_MARK_H

typedef struct ompcc_runtime ompcc_runtime_t;

/* OMPCC_MARK marks the module with an ELF note: vendor "ompcc", type 1, and where the address of the runtime's
 * table is, counted from the field itself, so that no relocation is needed. */
#define OMPCC_MARK(table) \
	__attribute__((used, visibility("hidden"))) const ompcc_runtime_t *const ompcc_mine = table; \
	__asm__(".pushsection .note.ompcc,\"a\",%note\n" \
		"	.balign 4\n" \
		"	.long 6, 8, 1\n" \
		"	.asciz \"ompcc\"\n" \
		"	.balign 4\n" \
		"ompcc_mark:\n" \
		"	.quad ompcc_mine - ompcc_mark\n" \
		"	.popsection\n")

#endif
