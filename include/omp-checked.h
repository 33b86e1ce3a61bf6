/* Places of the calls of memory routines, for messages of -fsanitize=offload.
 * omp.h includes this file in that mode. */
#ifndef _OMP_CHECKED_H
#define _OMP_CHECKED_H

extern void __ompcc_check_here(const char *routine, const char *file, unsigned line);

#define omp_target_alloc(...) (__ompcc_check_here("omp_target_alloc", __FILE__, __LINE__), omp_target_alloc(__VA_ARGS__))
#define omp_target_free(...) (__ompcc_check_here("omp_target_free", __FILE__, __LINE__), omp_target_free(__VA_ARGS__))
#define omp_target_memcpy(...) (__ompcc_check_here("omp_target_memcpy", __FILE__, __LINE__), omp_target_memcpy(__VA_ARGS__))
#define omp_target_memcpy_rect(...) (__ompcc_check_here("omp_target_memcpy_rect", __FILE__, __LINE__), omp_target_memcpy_rect(__VA_ARGS__))
#define omp_target_memset(...) (__ompcc_check_here("omp_target_memset", __FILE__, __LINE__), omp_target_memset(__VA_ARGS__))

#endif
