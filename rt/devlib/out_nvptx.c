/* Output of NVIDIA devices: CUDA's printf, which codegen calls with packed arguments. */
int printf(const char *fmt, ...);

void N(devwrite)(const char *s, size_t n)
{
    printf("%.*s", (int)n, s);
}
