/* Output of AMD devices: the runtime prints the buffer when the kernel has
 * ended. The compiler defines it in modules that print. */
extern struct {
    u32 pos, dropped;
    char data[1048568];
} __ompcc_stdio;

void N(devwrite)(const char *s, size_t n)
{
    u32 at = __atomic_fetch_add(&__ompcc_stdio.pos, (u32)n, __ATOMIC_RELAXED);
    if (at > sizeof __ompcc_stdio.data || n > sizeof __ompcc_stdio.data - at) {
        __atomic_fetch_add(&__ompcc_stdio.dropped, (u32)n, __ATOMIC_RELAXED);
        return;
    }
    N(memcpy)(__ompcc_stdio.data + at, s, n);
}
