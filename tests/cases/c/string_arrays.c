// One string in braces as an array of characters (C17 6.7.9p14): compound literals, wide ones, beside arrays of pointers.
#include <stdio.h>
#include <wchar.h>

typedef const char *string;
typedef char byte;

#pragma omp begin declare target
static const char *global = (char[]){ "global" };
static char braces[] = { "xyz" };
static wchar_t wide[] = { L"xyz" }, *const pointer[] = { L"abc" };
static wchar_t const right[] = { L"right" };
static const wchar_t *const volatile both_ways[] = { L"b" };
static unsigned short units[] = { u"xyz" };

static int all(int *o)
{
  int n = 0;
  o[n++] = sizeof((char[]){ "abc" });
  o[n++] = sizeof((char[]){ "ab" "\x63\0d" });
  o[n++] = sizeof((char[]){ ("abcd") });
  o[n++] = sizeof((char[]){ 'a', 'b' });
  o[n++] = sizeof((const unsigned char[]){ u8"\u00e9", });
  o[n++] = sizeof((char[9]){ "abc" });
  o[n++] = sizeof((wchar_t[]){ L"wide" });
  o[n++] = sizeof((unsigned short[]){ u"abc" });
  o[n++] = sizeof((byte[]){ "bytes" });
  o[n++] = sizeof((string[]){ "x" });
  o[n++] = sizeof((char *[]){ "pointer" });
  o[n++] = sizeof((char[][4]){ "a", "b" });
  o[n++] = sizeof((struct { char c[3]; int i; }[]){ { "ab", 1 }, { { "cd" }, 2 } });
  o[n++] = sizeof(__typeof__((char[]){ "lengthy" }));
  char *p = (char[]){ "hello" };
  string *s = (string[]){ "pointer" };
  wchar_t *w = (wchar_t[]){ L"wi" }, *const *pp = (wchar_t *[]){ L"ptr" };
  o[n++] = p[4] + ((char[]){ "changed" })[6];
  p[4] = '!';
  o[n++] = p[4] + s[0][3] + w[1] + w[2] + pp[0][1];
  char local[] = { "local" };
  static const wchar_t none = 0, loose[] = { L"loc" }, *const one[] = { L"many" }, *more[] = { L"more" }, sized[9] = { L"loc" };
  o[n++] = sizeof local + 10 * sizeof loose + loose[2] + sized[1] + sizeof one + one[0][3] + more[0][1] + none;
  o[n++] = sizeof braces + 10 * sizeof wide + 100 * sizeof units + wide[1] + units[2] + global[3] + pointer[0][1] + sizeof right + right[1] + both_ways[0][0];
  struct { wchar_t w[4]; char c[4]; int k; } both = { { L"abc" }, { "def" }, 3 };
  wchar_t rows[2][4] = { { L"ab" }, { L"cd" } };
  o[n++] = both.w[1] + both.c[2] + both.k + rows[1][1];
  return n;
}
#pragma omp end declare target

int main(void)
{
  int host[30], device[30], n = all(host);
#pragma omp target map(from: device)
  all(device);
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("%d: %d on the host, %d on the device\n", i, host[i], device[i]);
  puts("ok");
}
