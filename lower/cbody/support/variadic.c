/* What the address of a variadic function of the library is: a function that
   takes its arguments as device code passes them. */

typedef __builtin_va_list va_list;
int vprintf(const char *, va_list);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, unsigned long, const char *, va_list);
int vfprintf(void *, const char *, va_list);
int vasprintf(char **, const char *, va_list);
int vsscanf(const char *, const char *, va_list);
int vswprintf(int *, unsigned long, const int *, va_list);

int __ompcc_ptr_printf(const char *format, ...)
{
    va_list ap;
    __builtin_va_start(ap, format);
    int n = vprintf(format, ap);
    __builtin_va_end(ap);
    return n;
}

int __ompcc_ptr_sprintf(char *s, const char *format, ...)
{
    va_list ap;
    __builtin_va_start(ap, format);
    int n = vsprintf(s, format, ap);
    __builtin_va_end(ap);
    return n;
}

int __ompcc_ptr_snprintf(char *s, unsigned long size, const char *format, ...)
{
    va_list ap;
    __builtin_va_start(ap, format);
    int n = vsnprintf(s, size, format, ap);
    __builtin_va_end(ap);
    return n;
}

int __ompcc_ptr_fprintf(void *to, const char *format, ...)
{
    va_list ap;
    __builtin_va_start(ap, format);
    int n = vfprintf(to, format, ap);
    __builtin_va_end(ap);
    return n;
}

int __ompcc_ptr_asprintf(char **to, const char *format, ...)
{
    va_list ap;
    __builtin_va_start(ap, format);
    int n = vasprintf(to, format, ap);
    __builtin_va_end(ap);
    return n;
}

int __ompcc_ptr_sscanf(const char *s, const char *format, ...)
{
    va_list ap;
    __builtin_va_start(ap, format);
    int n = vsscanf(s, format, ap);
    __builtin_va_end(ap);
    return n;
}

int __ompcc_ptr_swprintf(int *s, unsigned long size, const int *format, ...)
{
    va_list ap;
    __builtin_va_start(ap, format);
    int n = vswprintf(s, size, format, ap);
    __builtin_va_end(ap);
    return n;
}
