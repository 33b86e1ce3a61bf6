/* A function of a shared library that calls the runtime's function of the same name in libompcc.so.1, by its other
 * name there. The build makes one for each of the names that host OpenMP runtimes or the C library define, too.
 * The library's own calls must reach the runtime also where such a library precedes libompcc.so.1 in the
 * order of the dynamic linker, as in a program that was linked without ompcc. */
	.text
	.globl NAME
	.hidden NAME
	.type NAME, %function
NAME:
#if defined __x86_64__
	jmp *__ompcc_to_NAME@GOTPCREL(%rip)
#elif defined __aarch64__
	adrp x16, :got:__ompcc_to_NAME
	ldr x16, [x16, :got_lo12:__ompcc_to_NAME]
	br x16
#endif
	.size NAME, . - NAME
	.section .note.GNU-stack,"",%progbits
