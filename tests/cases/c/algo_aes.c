// amd: slow
// AES-128 of FIPS 197, appendix C.1, with the S-box computed on the device.
#include <stdio.h>
#include <string.h>

typedef unsigned char u8;
#pragma omp declare target
static u8 sbox[256];

static u8 mul(u8 a, u8 b)
{
  u8 r = 0;
  for (; b; b >>= 1) {
    if (b & 1)
      r ^= a;
    a = (u8)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
  }
  return r;
}

static void make_sbox(void)
{
  for (int i = 0; i < 256; i++) {
    u8 inv = 0;
    for (int j = 1; i && j < 256; j++)
      if (mul((u8)i, (u8)j) == 1)
        inv = (u8)j;
    u8 s = inv;
    for (int k = 1; k < 5; k++)
      s ^= (u8)(inv << k | inv >> (8 - k));
    sbox[i] = s ^ 0x63;
  }
}

static void encrypt(const u8 key[16], const u8 in[16], u8 out[16])
{
  u8 w[44][4], s[4][4], t[4][4];
  memcpy(w, key, 16);
  for (int i = 4, rcon = 1; i < 44; i++) {
    u8 x[4];
    memcpy(x, w[i - 1], 4);
    if (i % 4 == 0) {
      u8 f = x[0];
      x[0] = sbox[x[1]] ^ rcon, x[1] = sbox[x[2]], x[2] = sbox[x[3]], x[3] = sbox[f];
      rcon = mul((u8)rcon, 2);
    }
    for (int k = 0; k < 4; k++)
      w[i][k] = w[i - 4][k] ^ x[k];
  }
  for (int i = 0; i < 16; i++)
    s[i % 4][i / 4] = in[i] ^ w[i / 4][i % 4];
  for (int r = 1; r <= 10; r++) {
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        t[i][j] = sbox[s[i][(j + i) % 4]];
    for (int j = 0; j < 4; j++)
      for (int i = 0; i < 4; i++) {
        u8 v = t[i][j];
        if (r < 10)
          v = mul(2, v) ^ mul(3, t[(i + 1) % 4][j]) ^ t[(i + 2) % 4][j] ^ t[(i + 3) % 4][j];
        s[i][j] = v ^ w[4 * r + j][i];
      }
  }
  for (int i = 0; i < 16; i++)
    out[i] = s[i % 4][i / 4];
}
#pragma omp end declare target

int main(void)
{
  u8 key[16], in[16], out[16];
  static const u8 want[16] = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
  for (int i = 0; i < 16; i++)
    key[i] = (u8)i, in[i] = (u8)(i * 17);
#pragma omp target map(to: key, in) map(from: out)
  {
    make_sbox();
    encrypt(key, in, out);
  }
  puts(memcmp(out, want, 16) ? "wrong" : "ok");
  return 0;
}
