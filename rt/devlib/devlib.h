/* The C library of GPU devices: functions that need no system, in C that ompcc
 * itself compiles for each target (make build: lib/ompcc/device-*.ll). Only what
 * a program calls is linked into its image.
 *
 * N(name) is the function's symbol; tests compile the same text for the host
 * under other names and compare with the host's library.
 */
#ifndef OMPCC_DEVLIB_H
#define OMPCC_DEVLIB_H

#ifdef OMPCC_DEVLIB_TEST
#define N(name) dev_##name
#else
#define N(name) name
#endif

typedef unsigned long size_t;
typedef long ssize_t;
typedef int wchar_t;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;
typedef __builtin_va_list va_list;
#define va_start(ap, last) __builtin_va_start(ap, last)
#define va_end(ap) __builtin_va_end(ap)
#define va_arg(ap, type) __builtin_va_arg(ap, type)
#define NULL ((void *)0)
#define ULONG_MAX (~0UL)
#define LONG_MAX ((long)(ULONG_MAX >> 1))
#define LONG_MIN (-LONG_MAX - 1)

void N(devwrite)(const char *s, size_t n);
size_t N(strlen)(const char *s);
size_t N(strnlen)(const char *s, size_t n);
void *N(memcpy)(void *restrict d, const void *restrict s, size_t n);
void *N(memmove)(void *d, const void *s, size_t n);
void *N(memset)(void *d, int c, size_t n);
void *N(memchr)(const void *s, int c, size_t n);
int N(memcmp)(const void *a, const void *b, size_t n);
char *N(strchrnul)(const char *s, int c);
char *N(stpcpy)(char *restrict d, const char *restrict s);
char *N(stpncpy)(char *restrict d, const char *restrict s, size_t n);
int N(isspace)(int c);
int N(tolower)(int c);
void *N(malloc)(size_t n);
void *N(calloc)(size_t a, size_t b);
void *N(aligned_alloc)(size_t align, size_t n);
void N(free)(void *p);
void N(__openmp_error)(int fatal, const char *where, const char *message);
int N(vsnprintf)(char *restrict s, size_t n, const char *restrict f, va_list ap);
void N(abort)(void);

#endif
