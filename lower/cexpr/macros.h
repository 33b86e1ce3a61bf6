/* The C that lowering and hostc write around the user's text. The host compiler reads preprocessed text, so Expand
   replaces these macros (macro.go). A parameter stands for its argument wherever it is a token of its own, except
   after '.' and '->'. A line that goes on stands for one with spaces. A macro may be the beginning of a statement
   or expression of which another one is the end. */

/* Objects under other names. */

#define POINTER_TO(pointer, object) __typeof__(object) *pointer = &object;
#define CONST_POINTER_TO(pointer, object) __typeof__(object) *const pointer = &object;
#define COPY_OF(copy, object) __typeof__(object) copy = object;
#define CONST_COPY_OF(copy, object) const __typeof__(object) copy = object;
#define OBJECT_LIKE(name, pointer) __typeof__(*pointer) name;
#define ELEMENTS_AT(name, pointer) __typeof__(&(*pointer)[0]) name = *pointer;
#define ELEMENTS_OF(pointer, array) __typeof__(&array[0]) pointer = &array[0];

/* Copies of bytes, also of constant and volatile objects. */

#define COPY_BYTES(to, object) __builtin_memcpy((void *)&to, (const void *)&object, sizeof object);
#define COPY_TO(pointer, object) __builtin_memcpy((void *)pointer, (void *)&object, sizeof object);
#define COPY_FROM(object, pointer) __builtin_memcpy((void *)&object, (void *)pointer, sizeof object);
#define COPY_ARRAY(copy, array) __builtin_memcpy(copy, array, sizeof array);
#define COPY_LAST(number, total, pointer, object) if (number == total) \
  __builtin_memcpy((void *)pointer, (const void *)&object, sizeof object);

/* Loops. */

#define COUNT_UP(index, count) for (unsigned long index = 0; index < count; index++)
#define FROM_THE_END(index, count, counter) const unsigned long index = count - 1; counter = index;
/* How far hi is from lo, in the type of their difference. */
#define DISTANCE(lo, hi) (unsigned long)(__typeof__(lo + hi))hi - (unsigned long)(__typeof__(lo + hi))lo

/* Array sections. */

#define ELEMENTS_LEFT(array, first) sizeof(array) / sizeof(array[0]) - first
#define LONG_ELEMENTS_LEFT(array, first) (long)(sizeof(array) / sizeof((array)[0])) - first
#define SECTION_START(pointer, first) __typeof__(&first) const pointer = &first;
#define SECTION_COPY(copy, count, first, pointer) __typeof__(first) copy[count]; \
  __builtin_memcpy(copy, pointer, sizeof copy);
/* The copy of a section and a pointer from which its elements are as far as from the original. */
#define SECTION_OWN(own, count, pointer, name, distance) __typeof__(*pointer) own[count]; \
  __typeof__(&name[0]) name = (void *)((char *)own - distance);
#define ALLOCATED_COPY(storage, size) void *const storage = __builtin_malloc(size);
#define COPY_IN(storage, size, first) __builtin_memcpy(storage, (void *)&first, size);
#define ALLOCATED_OWN(own, size) char *const own = __builtin_malloc(size);
#define MOVED_ORIGIN(moved, own, name, first) __typeof__(name) moved = (void *)(own - ((char *)&first - (char *)name));

/* Values of inductions (OpenMP 6.0 §7.6.13): linear, a power, and by a declared induction's collector and inductor. */

#define INDUCTION_SUM(type, target, base, step, number) \
  target = (__typeof__(target))((type)base + (type)step * (type)number);
#define INDUCTION_PRODUCT(type, target, base, step, number) \
  { type __ompcc_r = 1, __ompcc_q = (type)step; \
  for (unsigned long __ompcc_m = number; __ompcc_m; ) \
  { if (__ompcc_m & 1) __ompcc_r *= __ompcc_q; if (__ompcc_m >>= 1) __ompcc_q *= __ompcc_q; } \
  target = (__typeof__(target))((type)base * __ompcc_r); }
#define INDUCTION_COLLECT(step_type, step, index_type, number, collector) \
  { step_type __ompcc_c; \
  { step_type omp_step = step; index_type omp_idx = (index_type)number; (void)omp_step; (void)omp_idx; __ompcc_c = collector; }
#define INDUCTION_INDUCE(type, target, base, step_type, inductor) \
  { type omp_var = base; step_type omp_step = __ompcc_c; (void)omp_step; inductor; target = omp_var; } }

/* Atomic updates by compare-and-swap on the object's bytes (OpenMP 5.2 §15.8.4). */

#define ATOMIC_WORDS(bytes, type, pointer, object, old, new) \
  typedef bytes type; __typeof__(object) *pointer = &(object); type old, new;
#define ATOMIC_VALUES(pointer, before, after) \
  __typeof__(*pointer) before, after; (void)before; (void)after;
/* Where the bits of a bit-field lie, C does not say: they are those that change when it is ~0. */
#define ATOMIC_FIELD(place, union_, field) \
  unsigned long place = 0; __builtin_memset(&union_, 0, sizeof union_); field = ~0;
#define ATOMIC_FIELD_WORD(place, union_, size) \
  while (!((char *)&union_)[place]) place++; place -= place % size;
#define ATOMIC_SWAP_LOCKED(same, pointer, old, new, size) \
  int same = !__builtin_memcmp((void *)pointer, &old, size); \
  __builtin_memcpy(same ? (void *)pointer : &old, same ? &new : (void *)pointer, size);
#define ATOMIC_ONCE(done, value, expression) if (!done) { done = 1; value = (expression); }

/* Reductions. */

#define REDUCE_MIN(to, from) if (from < to) to = from;
#define REDUCE_MAX(to, from) if (from > to) to = from;
#define REDUCE_BY(to, operator, from) to = to operator from;
#define PRIVATE_COPIES(original, object, copy, all) \
  __typeof__(object) *const original = &object; __typeof__(object) copy, *all;

/* Copies of groupprivate variables. */

#define GROUP_ADDRESS(variable) (__typeof__(variable) *)__ompcc_group_storage((void *)&variable, sizeof(variable))
#define GROUP_ACCESSOR(type, function, address) \
  static __inline__ __attribute__((unused)) type *function(void) { return address; }

/* The default device while a call runs: that of a clause, or that of an interoperability object (OpenMP 6.0 §9.7). */

#define DEFAULT_DEVICE_IS(saved, device) \
  { extern int omp_get_default_device(void); extern void omp_set_default_device(int); \
  int saved = omp_get_default_device(); omp_set_default_device(device);
#define DEFAULT_DEVICE_OF(saved, failed, number, object, property) \
  { extern int omp_get_default_device(void); extern void omp_set_default_device(int); \
  extern long __ompcc_interop_int(void *, int, int *) __asm__("omp_get_interop_int"); \
  int saved = omp_get_default_device(), failed, number = (int)__ompcc_interop_int((void *)(object), property, &failed); \
  if (!failed) omp_set_default_device(number);
#define DEFAULT_DEVICE_WAS(saved) omp_set_default_device(saved); }

/* Calls of functions with variants (5.2 §7): arguments in variables, and the function that a condition selects. */

#define ARGUMENT_IS(name) __auto_type name = (
#define ARGUMENT_UNUSED() (void)(
#define RESULT_OF(result, call) __typeof__(call) result;
#define CALL_IF(condition, call) if (condition) { call } else
#define PASS(parameter, argument) parameter = argument;
/* The device pointer of a pointer (5.2 §7.5.2): in front of it and behind it. */
#define DEVICE_POINTER_OF() ({ extern void *__ompcc_device_pointer(const void *); __auto_type __ompcc_p = (
#define DEVICE_POINTER_IF(condition) ); condition ? \
  (__typeof__(__ompcc_p))__ompcc_device_pointer((const void *)__ompcc_p) : __ompcc_p; })
/* The same, but a pointer without a device pointer stays as it is: need_device_ptr(fb_preserve) (6.1). */
#define DEVICE_POINTER_OR_OWN_IF(condition) ); \
  void *__ompcc_d = condition ? __ompcc_device_pointer((const void *)__ompcc_p) : 0; \
  __ompcc_d ? (__typeof__(__ompcc_p))__ompcc_d : __ompcc_p; })
#define DEVICE_MATCHES(device, trait, property) \
  ({ extern int __ompcc_device_matches(long, unsigned, const char *); __ompcc_device_matches(device, trait, property); })

/* Interoperability objects (5.2 §14.1). */

#define INTEROP_OBJECT(object) void *object = 0;
#define INTEROP_INIT(construct, object, device, types, count, preferred) \
  __ompcc_interop_init(&construct, (void **)object, device, types, count, preferred);
#define INTEROP_DESTROY(construct, object) __ompcc_interop_destroy(&construct, &object, 0);

/* The value of a variable on a device; the host's, where it is not present there. */
#define DEVICE_VALUE(variable, device) \
  ({ extern int omp_get_default_device(void); extern int omp_get_initial_device(void); \
  extern void *omp_get_mapped_ptr(const void *, int); \
  extern int omp_target_memcpy(void *, const void *, unsigned long, unsigned long, unsigned long, int, int); \
  __typeof__(variable) __ompcc_v = variable; int __ompcc_n = device; \
  void *__ompcc_p = omp_get_mapped_ptr(&variable, __ompcc_n); \
  if (__ompcc_p && __ompcc_p != (void *)&variable) omp_target_memcpy(&__ompcc_v, __ompcc_p, sizeof(variable), 0, 0, \
  omp_get_initial_device(), __ompcc_n); __ompcc_v; })

/* The body of a function that the host must not call (device_type(nohost), 5.2 §7.8). */
#define NOT_ON_HOST(uses, place, function) \
  { extern void __ompcc_no_host_version(const char *, const char *); uses \
  __ompcc_no_host_version(place, function); __builtin_unreachable(); }
#define UNUSED(name) (void)name;
