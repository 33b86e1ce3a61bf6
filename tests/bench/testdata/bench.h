/* What harness.c knows of bench.c. */
typedef struct {
	const char *name;
	void (*run)(void);
	int mapped;                  /* the arrays are present */
} bench_op;

extern const bench_op bench_ops[]; /* ends with a name NULL; the first one is an empty target */
extern void bench_begin(int mapped);
extern void bench_map(char *p);    /* maps 8 bytes at p */
