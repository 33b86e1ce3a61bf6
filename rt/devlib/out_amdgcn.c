/* The standard output of AMD devices is a buffer as that of stderr is. */
extern struct text __ompcc_stdio;

void N(devwrite)(const char *s, size_t n) { append(&__ompcc_stdio, s, n); }
