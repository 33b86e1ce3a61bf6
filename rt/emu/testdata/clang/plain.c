/* Plain C that clang compiles for the device without OpenMP, and the host's compiler
 * for the host: TestPlainKernels compares out[i] = sum of all functions of i. */
typedef unsigned long long u64;
typedef unsigned u32;
typedef unsigned char u8;
typedef unsigned short u16;

#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel))
static u32 thread(void) { return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x(); }
#elif defined __AMDGCN__
#define KERNEL __attribute__((amdgpu_kernel))
static u32 thread(void) { return __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x(); }
#endif

#define APART __attribute__((noinline))

static u64 bits(double d) { u64 b; __builtin_memcpy(&b, &d, 8); return b; }
static u32 bits32(float f) { u32 b; __builtin_memcpy(&b, &f, 4); return b; }

static APART u64 hash(u64 x)
{
  for (int i = 0; i < 8; i++) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x = x << 13 | x >> 51;
  }
  return x;
}

static APART u64 recursive(u32 n) { return n < 2 ? n : recursive(n - 1) + recursive(n - 2); }

struct small { u8 a; u16 b; int c : 5; unsigned d : 11; };
struct big { double v[5]; struct small s; u64 n; };

static APART struct big made(u32 i)
{
  struct big b = {{i, i * 0.5, -1.0 / (i + 1), 1e10 * i, 3}, {(u8)(i * 7), (u16)(i * 999), (int)i % 16, i * 3 % 2048}, i};
  return b;
}

static APART double taken(struct big b, struct small s) { return b.v[1] + b.v[2] * s.b + s.c - s.d + b.s.a; }

static u64 structures(u32 i)
{
  struct big b = made(i), c = b;
  c.v[i % 5] += 2;
  c.s.c = -3;
  return bits(taken(c, b.s)) ^ (u64)c.s.a << 17 ^ b.n;
}

static APART int step0(int x) { return x + 3; }
static APART int step1(int x) { return x * 5; }
static APART int step2(int x) { return x ^ 0x55; }
static int (*const steps[])(int) = {step0, step1, step2};

static u64 indirect(u32 i)
{
  int x = (int)i;
  for (u32 k = 0; k < 7; k++)
    x = steps[(i + k) % 3](x);
  return (u64)x;
}

static u64 switches(u32 i)
{
  u64 s = 0;
  for (u32 k = 0; k < 12; k++)
    switch ((i * 7 + k) % 11) {
    case 0: s += 1; break;
    case 1: s *= 3; /* on */
    case 2: s ^= k; break;
    case 3: s -= i; break;
    case 4: s <<= 2; break;
    case 5: if (k > 6) continue; s += 99; break;
    case 7: goto out;
    case 9: s = ~s; break;
    default: s += k * k;
    }
out:
  return s;
}

static u64 sorted(u32 i)
{
  int a[17];
  for (int k = 0; k < 17; k++)
    a[k] = (int)(hash(i * 17 + (u32)k) % 1000);
  for (int k = 1; k < 17; k++)
    for (int j = k; j > 0 && a[j - 1] > a[j]; j--) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  u64 s = 0;
  for (int k = 0; k < 17; k++)
    s = s * 31 + (u64)a[k];
  return s;
}

static u64 integers(u32 i)
{
  __int128 w = (__int128)hash(i) * (long long)hash(i + 1);
  signed char c = (signed char)(i * 37);
  short h = (short)(i * 30011);
  long long l = (long long)hash(i) >> (i % 63);
  u64 s = (u64)(w >> 64) ^ (u64)w;
  s += (u64)(w / (long long)(i + 3)) + (u64)(c / 7) + (u64)(h % 13) + (u64)(c >> 2) + (u64)(l / -5) + (u64)(l % 1000);
  s += (u64)__builtin_popcountll(hash(i)) + (u64)__builtin_clz(i + 1) + (u64)__builtin_ctzll(hash(i) | 1ULL << 40) + __builtin_bswap32(i * 77);
  s ^= hash(i) / (i + 1) ^ hash(i) % (i * i + 7) ^ (u32)hash(i) / (i + 2) ^ (u32)hash(i) % 10;
  int r, o = __builtin_mul_overflow((int)hash(i), (int)i, &r);
  return s + (u64)(o ? 5 : r);
}

static u64 floats(u32 i)
{
  double d = (double)hash(i) / 3e15, e = 0;
  float f = (float)i * 0.1f, g = 1;
  for (int k = 1; k < 20; k++) {
    e += d / k - (double)(long long)(d / 7);
    g = g * f + 1.0f / (float)k;
    if (g > 1e20f)
      g /= 1e21f;
  }
  u64 s = bits(e) ^ bits32(g);
  s += (u64)(long long)(d * 1e3) + (u64)(int)f + (u8)(f * 2) + (u64)(d > e ? 1 : 2) + (u64)(f != f);
  s ^= bits(__builtin_sqrt(d)) ^ bits32(__builtin_sqrtf(f)) ^ bits(__builtin_fabs(-d)) ^ bits(__builtin_copysign(d, -f));
  s ^= bits((double)(u64)hash(i + 9)) ^ bits32((float)(u64)hash(i + 9)) ^ bits32((float)(int)hash(i)) ^ bits((float)d);
  return s ^ bits(__builtin_fma(d, e, 1)) ^ bits32(__builtin_fmaf(f, g, -1));
}

static APART int compared(const u8 *a, const u8 *b, u32 n)
{
  while (n && *a == *b)
    a++, b++, n--;
  return n ? *a - *b : 0;
}

static u64 bytes(u32 i)
{
  u8 a[37], b[37];
  for (u32 k = 0; k < 37; k++)
    a[k] = (u8)(i * k), b[k] = (u8)(i * k + (k == i % 40));
  int c = compared(a, b, 37);
  __builtin_memcpy(a + 3, b + 1, 20);
  u16 h;
  __builtin_memcpy(&h, a + 2 * (i % 7), 2);
  u64 s = (u64)c * 1000 + h;
  for (u32 k = 0; k < 37; k++)
    s = s * 3 + a[k];
  return s;
}

static volatile u32 counter = 5;

u64 all(u32 i)
{
  u64 s = hash(i) + recursive(i % 12) + structures(i) * 3 + indirect(i) * 5;
  s ^= switches(i) * 7 + sorted(i) * 11 + integers(i) * 13;
  return s + floats(i) * 17 + bytes(i) * 19 + counter;
}

#ifdef __NVPTX__
KERNEL void plain(u64 *out)
{
  u32 i = thread();
  out[i] = all(i);
}
#elif defined __AMDGCN__
KERNEL void k(const u64 *in, u64 *out)
{
  u32 i = thread();
  out[i] = all(i) + in[i];
}
#else
#include <stdio.h>
int main(void)
{
  for (u32 i = 0; i < 256; i++)
    printf("%llu\n", all(i));
}
#endif
