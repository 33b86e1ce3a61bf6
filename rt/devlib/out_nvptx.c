/* Output of NVIDIA devices: the driver's vprintf(format, address of packed arguments). */
int vprintf(const char *fmt, void *args);

void N(devwrite)(const char *s, size_t n)
{
    struct {
        int n, pad;
        const char *s;
    } args = { (int)n, 0, s };
    vprintf("%.*s", &args);
}
