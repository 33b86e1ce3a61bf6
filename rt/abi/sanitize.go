package abi

// SanitizeDecls is the C text of what code compiled with -fsanitize=offload
// refers to in the runtime. Checks return if the access is in order, else the
// program ends. A check of n bytes has the same effect on the runtime's notes
// (which bytes have a value) as the access that follows it.
const SanitizeDecls = `typedef struct {                      /* where an access stands */
  const char *file; unsigned line, column;
  const char *text;                   /* the object as written, NULL: not known */
  const char *function;               /* device function, NULL in a kernel */
  const char *base;                   /* pointer or array through which it is reached, NULL: none */
  const char *base_file; unsigned base_line; /* declaration of base */
} __ompcc_site_t;
typedef struct {                      /* a variable of the device (section ompcc_cpu_vars) or the host (ompcc_host_vars) */
  const void *addr; unsigned long size;
  const char *name;                   /* NULL: a literal */
  const char *file; unsigned line;
} __ompcc_variable_t;
typedef struct {                      /* the variables of a program or shared library */
  const __ompcc_variable_t *device, *device_end;
  const __ompcc_variable_t *host, *host_end;
  const void *module;                 /* __ompcc_module_t */
  unsigned all;                       /* all its device code is checked */
} __ompcc_checked_t;
extern void __ompcc_check_register(const __ompcc_checked_t *);
extern void __ompcc_check_unregister(const __ompcc_checked_t *);
extern void __ompcc_check_enter(void);                                /* comes first in kernels and parallel regions */
extern void __ompcc_check_read1(const void *, const __ompcc_site_t *);
extern void __ompcc_check_read2(const void *, const __ompcc_site_t *);
extern void __ompcc_check_read4(const void *, const __ompcc_site_t *);
extern void __ompcc_check_read8(const void *, const __ompcc_site_t *);
extern void __ompcc_check_read16(const void *, const __ompcc_site_t *);
extern void __ompcc_check_write1(void *, const __ompcc_site_t *);
extern void __ompcc_check_write2(void *, const __ompcc_site_t *);
extern void __ompcc_check_write4(void *, const __ompcc_site_t *);
extern void __ompcc_check_write8(void *, const __ompcc_site_t *);
extern void __ompcc_check_write16(void *, const __ompcc_site_t *);
extern void __ompcc_check_read(const void *, unsigned long n, const __ompcc_site_t *);
extern void __ompcc_check_write(void *, unsigned long n, const __ompcc_site_t *);
extern void __ompcc_check_update(void *, unsigned long n, const __ompcc_site_t *);  /* read and write: atomics, reductions */
extern void __ompcc_check_take(const void *, unsigned long n, const __ompcc_site_t *); /* read of an aggregate, parts of which may have no value */
extern void __ompcc_check_copy(void *dst, const void *src, unsigned long n, const __ompcc_site_t *to, const __ompcc_site_t *from);
/* p is in or beside the variable at base */
extern void __ompcc_check_object(const void *p, unsigned long n, const void *base, const __ompcc_variable_t *, const __ompcc_site_t *);
/* p is in a declare target variable */
extern void __ompcc_check_global_read(const void *p, unsigned long n, const __ompcc_site_t *);
extern void __ompcc_check_global_write(void *p, unsigned long n);
extern void __ompcc_check_at(const __ompcc_site_t *);                 /* a call of the library or through a pointer follows */
extern void __ompcc_check_here(const char *routine, const char *file, unsigned line); /* the host calls a memory routine (omp.h) */
`
