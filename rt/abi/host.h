/* Generated from rt/abi (go test ./rt/abi -update). */
#ifndef OMPCC_HOST_H
#define OMPCC_HOST_H

typedef struct { const char *file, *function; unsigned line, column; } __ompcc_loc_t;
typedef struct __ompcc_mapper_s __ompcc_mapper_t;
typedef struct {                      /* one list item, constant */
  const char *name;                   /* as written: "x[0:n]" */
  const char *type;                   /* C type of the variable, for messages */
  unsigned kind;                      /* Item... */
  unsigned flags;                     /* Flag... */
  int parent;                         /* item that owns the span, or -1 */
  unsigned line, column;              /* of the list item (or the variable's first use) */
  int turn;                           /* from this place to the item that has its turn here, for tools of LLVM's runtime */
  void (*mapper)(__ompcc_mapper_t *, void *base, void *begin, unsigned long count, unsigned flags);
} __ompcc_item_t;
typedef struct {                      /* one kernel, constant but for the slot */
  const char *name;                   /* device symbol */
  unsigned flags;                     /* Kernel... */
  unsigned nparams;
  const unsigned *sizes;              /* bytes of each parameter */
  unsigned num_teams, thread_limit, num_threads; /* compile-time values or 0 */
  void *slot[2];                      /* owned by the runtime, initially 0 */
} __ompcc_kernel_t;
typedef struct {                      /* one construct, constant */
  unsigned version, kind;
  __ompcc_loc_t loc;
  const char *directive;              /* as written, for messages */
  unsigned nitems;
  const __ompcc_item_t *items;
  __ompcc_kernel_t *kernel;           /* target only */
  void *unit;                         /* address of the unit descriptor */
} __ompcc_construct_t;
typedef struct { void *base, *begin; unsigned long size; } __ompcc_arg_t;  /* one item, dynamic */
typedef struct {                      /* dynamic part of a target construct */
  long device;
  unsigned flags;
  unsigned num_teams, num_teams_lower, thread_limit, num_threads; /* clause values, 0: none */
  unsigned shared;                    /* bytes of a team's memory that the program asks for */
  unsigned long trip;                 /* iterations of the outermost distributed loop nest */
  void *task;                         /* of __ompcc_target_task */
} __ompcc_launch_t;
typedef struct {                      /* one declare target variable or function */
  const char *name;                   /* device symbol */
  void *host;                         /* address of the original */
  unsigned long size;
  unsigned kind;                      /* Global... */
  const char *file; unsigned line;
} __ompcc_global_t;
typedef struct {                      /* one translation unit */
  unsigned version, nkernels, nglobals;
  unsigned requires_flags;
  const char *file;
  __ompcc_kernel_t **kernels;
  const __ompcc_global_t *globals;
} __ompcc_unit_t;
typedef struct { void *base; unsigned long elem; unsigned dims; unsigned long dim[7][3]; } __ompcc_rect_t; /* per dimension: offset in bytes, count, stride in bytes */
extern int __ompcc_target(const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
/* the task that the program generates next is a target region, which the host executes at once with a new initial thread */
extern void __ompcc_host_region(void);
extern void __ompcc_target_host_end(const __ompcc_construct_t *, const __ompcc_launch_t *);
extern void *__ompcc_target_task(const __ompcc_construct_t *, unsigned flags); /* before the task is generated; flags: Launch... */
extern void __ompcc_interop_init(const __ompcc_construct_t *, void **object, long device, unsigned types, unsigned nprefer, const int *prefer);
extern void __ompcc_interop_use(const __ompcc_construct_t *, void **object, unsigned flags);
extern void __ompcc_interop_destroy(const __ompcc_construct_t *, void **object, unsigned flags);
/* whether a device has a trait: 1 kind, 2 arch, 3 isa, 4 uid; 0 for a device that does not exist */
extern int __ompcc_device_matches(long device, unsigned trait, const char *name);
extern void __ompcc_data_begin(const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
extern void __ompcc_data_end(const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
extern void __ompcc_enter_data(const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
extern void __ompcc_exit_data(const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
extern void __ompcc_update(const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
/* the contention group's copy of a groupprivate variable */
extern void *__ompcc_group_storage(void *original, unsigned long size);
extern void *__ompcc_device_pointer(const void *p);
/* the sizes in the directions y and z of a league and of its thread limit, 16 bits each from the lowest on; an error if one is out of range */
extern unsigned long __ompcc_space(const char *where, unsigned long teams_x, unsigned long teams_y, unsigned long teams_z,
  unsigned long limit_x, unsigned long limit_y, unsigned long limit_z);
extern unsigned long __ompcc_team_extents(const char *where, unsigned long x, unsigned long y, unsigned long z); /* those of a team, and above them its number of threads */
extern int __ompcc_enter_league(unsigned long space, unsigned long extents); /* a league of the host begins whose parallel regions have these extents: 1 */
extern int __ompcc_enter_team(unsigned long extents);  /* the calling thread of the host is in a team with these extents: 1; 0: no longer */
/* the word of a dyn_groupprivate clause: the size, and above it the fallback (0 abort, 1 default_mem, 2 null) */
extern unsigned long __ompcc_gprivate(const char *where, unsigned long bytes, int fallback);
extern int __ompcc_enter_gprivate(unsigned long word); /* a region of the host with the clause begins: 1 */
extern int __ompcc_leave_gprivate(void);               /* … and ends: 0 */
extern void __ompcc_mapper_push(__ompcc_mapper_t *, const __ompcc_item_t *, void *base, void *begin, unsigned long size);
typedef struct {                      /* entry of a CPU image, in section ompcc_cpu_entries */
  const char *name;                   /* device symbol */
  void *addr;                         /* kernel entry point, or the variable */
  unsigned long size;
  unsigned kind, flags;
} __ompcc_cpu_entry_t;
typedef struct {
  const char *target;                 /* "nvptx64", "amdgcn" */
  const char *arch;                   /* "sm_80", "gfx90a" */
  const char *format;                 /* "ptx", "cubin", "hsaco" */
  const void *start, *end;
} __ompcc_image_t;
typedef struct __ompcc_module_s {
  unsigned version;
  __ompcc_unit_t **units, **units_end;             /* section ompcc_units */
  const __ompcc_cpu_entry_t *cpu, *cpu_end;        /* section ompcc_cpu_entries */
  const __ompcc_image_t *images; unsigned nimages;
  void *data, *data_end;                           /* section ompcc_cpu_data: variables of the CPU image */
  struct __ompcc_module_s *next;                   /* owned by the runtime */
} __ompcc_module_t;
extern void __ompcc_register(__ompcc_module_t *);
extern void __ompcc_unregister(__ompcc_module_t *);

#endif
