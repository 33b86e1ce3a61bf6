/* The standard output of NVIDIA devices: CUDA's printf, which codegen calls with packed
 * arguments. Its %s ends at a null character, which is written by itself. */
int printf(const char *fmt, ...);

void N(devwrite)(const char *s, size_t n) {
	const char *nul;
	while ((nul = N(memchr)(s, 0, n))) {
		printf("%.*s%c", (int)(nul - s), s, 0);
		n -= (size_t)(nul - s) + 1, s = nul + 1;
	}
	if (n)
		printf("%.*s", (int)n, s);
}
