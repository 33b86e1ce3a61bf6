// CRC-32 (IEEE 802.3): the check value of "123456789", and of blocks in parallel.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma omp declare target
static uint32_t table[256];

static void make_table(void)
{
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
}

static uint32_t crc(const unsigned char *p, size_t n)
{
  uint32_t c = ~0u;
  while (n--)
    c = table[(c ^ *p++) & 255] ^ c >> 8;
  return ~c;
}
#pragma omp end declare target

int main(void)
{
  unsigned char data[4096];
  uint32_t one, each[16];
  for (int i = 0; i < 4096; i++)
    data[i] = (unsigned char)(i * 7 + i / 256);
  memcpy(data, "123456789", 9);
#pragma omp target map(to: data) map(from: one, each)
  {
    make_table();
    one = crc(data, 9);
#pragma omp parallel for
    for (int i = 0; i < 16; i++)
      each[i] = crc(data + 256 * i, 256);
  }
  int bad = one != 0xcbf43926u;
  make_table();
  for (int i = 0; i < 16; i++)
    bad += each[i] != crc(data + 256 * i, 256);
  puts(bad ? "wrong" : "ok");
  return 0;
}
