/* Device versions of the host's functions (OpenMP 5.2 7.8.3): table has n pairs
 * of addresses, of the host and of the device, by rising host address. */
typedef struct { unsigned long host, device; } __ompcc_pair;

void *__ompcc_find_function(void *p, unsigned long n, __ompcc_pair *table)
{
  unsigned long lo = 0;
  while (lo < n) {
    unsigned long mid = (lo + n) / 2;
    if (table[mid].host == (unsigned long)p)
      return (void *)table[mid].device;
    if (table[mid].host < (unsigned long)p)
      lo = mid + 1;
    else
      n = mid;
  }
  return p;
}
