// only: device
/* Odd arguments of the device and memory-management routines: what the sections
 * of OpenMP 5.2 (6.0 where it says more) require of each. */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int wrong;
static void is(const char *section, const char *text, int line, int ok)
{
  if (!ok)
    printf("%d: §%s: %s is not so\n", line, section, text), wrong++;
}
#define IS(section, e) is(section, #e, __LINE__, (e) != 0)

static int host, dev, far;

static void numbers(void)
{
  IS("18.7.4", omp_get_num_devices() >= 1);
  IS("18.7.5", omp_get_device_num() == host);
  IS("18.7.6", omp_is_initial_device());
  IS("18.7.7", host == omp_get_num_devices()); /* the value of omp_get_num_devices() */
  IS("2.4", omp_initial_device == -1 && omp_invalid_device < -1);
  omp_set_default_device(far);
  IS("18.7.3", omp_get_default_device() == far); /* checked where it is used */
  omp_set_default_device(omp_initial_device);
  IS("6.0 24", omp_get_default_device() == omp_initial_device);
  omp_set_default_device(omp_invalid_device);
  IS("6.0 24", omp_get_default_device() == omp_invalid_device);
  omp_set_default_device(dev);
  IS("6.0 24", omp_get_device_from_uid(omp_get_uid_from_device(host)) == host);
  IS("6.0 24", omp_get_device_from_uid(omp_get_uid_from_device(dev)) == dev);
  IS("6.0 24", omp_get_device_from_uid("no such device") == omp_invalid_device);
  IS("6.0 24", !omp_get_uid_from_device(far) && !omp_get_uid_from_device(omp_invalid_device));
  IS("6.0 24", omp_get_uid_from_device(omp_initial_device) != NULL);
}

static void allocation(void)
{
  void *p;
  IS("18.8.1", !omp_target_alloc(0, dev) && !omp_target_alloc(0, host));
  IS("18.8.1", !omp_target_alloc(8, far)); /* omp_invalid_device ends the program: 18.8_invalid_device.c */
  IS("18.8.1", !omp_target_alloc(SIZE_MAX, dev) && !omp_target_alloc(SIZE_MAX / 2, dev));
  IS("18.8.1", (p = omp_target_alloc(8, omp_initial_device)));
  memset(p, 1, 8); /* the host's memory */
  omp_target_free(p, host);
  omp_target_free(NULL, dev); /* §18.8.2: no effect */
  omp_target_free(NULL, host);
}

static void presence(void)
{
  static int a[4], b[4];
  IS("18.8.3", omp_target_is_present(a, host) && omp_target_is_present(a, omp_initial_device));
  IS("18.8.3", !omp_target_is_present(a, dev) && !omp_target_is_present(NULL, dev));
  IS("18.8.3", !omp_target_is_present(a, far));
  IS("18.8.4", omp_target_is_accessible(a, sizeof a, host) && !omp_target_is_accessible(NULL, 4, host));
  IS("18.8.4", !omp_target_is_accessible(a, sizeof a, dev) && !omp_target_is_accessible(a, 4, far));
  IS("18.8.11", omp_get_mapped_ptr(a, host) == a && omp_get_mapped_ptr(a, omp_initial_device) == a);
  IS("18.8.11", !omp_get_mapped_ptr(NULL, dev) && !omp_get_mapped_ptr(a, dev) && !omp_get_mapped_ptr(a, far));
#pragma omp target enter data map(to: a[1:2])
  IS("18.8.3", !omp_target_is_present(a, dev) && omp_target_is_present(a + 1, dev) && omp_target_is_present(a + 2, dev));
  IS("18.8.3", !omp_target_is_present(a + 3, dev) && omp_target_is_present((char *)(a + 3) - 1, dev));
  IS("18.8.11", omp_get_mapped_ptr(a + 2, dev) == (char *)omp_get_mapped_ptr(a + 1, dev) + sizeof *a);

  char *p = omp_target_alloc(64, dev);
  IS("18.8.9", omp_target_associate_ptr(a + 1, p, 8, 0, dev) != 0); /* mapped */
  IS("18.8.10", omp_target_disassociate_ptr(a + 1, dev) != 0);      /* not associated */
#pragma omp target exit data map(delete: a[1:2])
  IS("18.8.9", omp_target_associate_ptr(b, p, sizeof b, 16, dev) == 0);
  IS("18.8.9", omp_target_associate_ptr(b, p, sizeof b, 16, dev) == 0); /* the same again */
  IS("18.8.9", omp_target_associate_ptr(b, p, sizeof b, 0, dev) != 0);
  IS("18.8.9", omp_target_associate_ptr(b + 1, p, sizeof b, 0, dev) != 0); /* overlaps */
  IS("18.8.9", omp_get_mapped_ptr(b, dev) == p + 16);
#pragma omp target exit data map(delete: b)
  IS("18.8.9", omp_target_is_present(b, dev)); /* an infinite count */
  IS("18.8.9", omp_target_associate_ptr(NULL, p, 8, 0, dev) && omp_target_associate_ptr(a, NULL, 8, 0, dev));
  IS("18.8.9", omp_target_associate_ptr(a, p, 8, 0, far) && omp_target_associate_ptr(a, p, 8, 0, host));
  IS("18.8.10", omp_target_disassociate_ptr(b, dev) == 0 && omp_target_disassociate_ptr(b, dev) != 0);
  IS("18.8.10", omp_target_disassociate_ptr(NULL, dev) && omp_target_disassociate_ptr(b, far));
  omp_target_free(p, dev);
}

static void copies(void)
{
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {0}, *p = omp_target_alloc(sizeof a, dev);
  IS("18.8.5", omp_target_memcpy(p, a, 0, 0, 0, dev, host) == 0);
  IS("18.8.5", omp_target_memcpy(NULL, NULL, 0, 0, 0, dev, host) == 0);
  IS("18.8.5", omp_target_memcpy(NULL, a, 4, 0, 0, dev, host) && omp_target_memcpy(p, NULL, 4, 0, 0, dev, host));
  IS("18.8.5", omp_target_memcpy(p, a, 4, 0, 0, far, host) && omp_target_memcpy(p, a, 4, 0, 0, dev, far));
  IS("18.8.5", omp_target_memcpy(p, a, sizeof a, 0, 0, dev, omp_initial_device) == 0);
  IS("18.8.5", omp_target_memcpy(b, p, 8, 4, 8, host, dev) == 0 && b[0] == 0 && b[1] == 3 && b[2] == 4 && b[3] == 0);
  IS("18.8.5", omp_target_memcpy(b, a, sizeof a, 0, 0, host, host) == 0 && b[7] == 8);
  IS("18.8.5", omp_target_memcpy(p, p, 8, 16, 0, dev, dev) == 0 && omp_target_memcpy(b, p, sizeof b, 0, 0, host, dev) == 0);
  IS("18.8.5", b[3] == 4 && b[4] == 1 && b[5] == 2 && b[6] == 7);
  IS("18.8.7", omp_target_memcpy_async(p, NULL, 4, 0, 0, dev, host, 0, NULL) && omp_target_memcpy_async(p, a, 4, 0, 0, far, host, 0, NULL));

  IS("6.0 25", omp_target_memset(p, 0x1ff, 5, dev) == p); /* as an unsigned char */
  IS("6.0 25", omp_target_memset(p, 0, 0, dev) == p && omp_target_memset(NULL, 0, 4, dev) == NULL);
  IS("6.0 25", omp_target_memcpy(b, p, sizeof b, 0, 0, host, dev) == 0 && b[0] == -1 && (b[1] & 0xffff) == 0xff);
  omp_target_free(p, dev);
}

static void boxes(void)
{
  enum { N = 4 };
  static int a[N][N][N], b[N][N][N];
  size_t one[] = {1, 1, 1}, none[] = {0, 0, 0}, all[] = {N, N, N}, off[] = {1, 2, 3}, box[] = {2, 2, 1}, large[] = {N, N, N + 1};
  size_t huge[] = {SIZE_MAX / 2, 4, 4};
  int *p = omp_target_alloc(sizeof a, dev);
#define RECT(dst, src, size, dims, v, o1, o2, d1, d2, to, from) omp_target_memcpy_rect(dst, src, size, dims, v, o1, o2, d1, d2, to, from)
  IS("18.8.6", RECT(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, dev, host) >= 3); /* how many dimensions there may be */
  IS("18.8.6", RECT(p, NULL, 4, 1, one, none, none, all, all, dev, host) && RECT(NULL, a, 4, 1, one, none, none, all, all, dev, host));
  IS("18.8.6", RECT(p, a, 4, 0, one, none, none, all, all, dev, host) && RECT(p, a, 4, -1, one, none, none, all, all, dev, host));
  IS("18.8.6", RECT(p, a, 0, 1, one, none, none, all, all, dev, host)); /* element_size is greater than 0 */
  IS("18.8.6", RECT(p, a, 4, 3, large, none, none, all, all, dev, host) && RECT(p, a, 4, 3, box, off, none, one, all, dev, host));
  IS("18.8.6", RECT(p, a, 4, 3, one, none, none, huge, huge, dev, host)); /* overflows */
  IS("18.8.6", RECT(p, a, 4, 1, one, none, none, all, all, far, host));
  IS("18.8.6", RECT(p, a, 4, 3, none, none, none, all, all, dev, host) == 0); /* nothing */
  for (int i = 0; i < N * N * N; i++)
    a[i / 16][i / 4 % 4][i % 4] = i + 1;
  IS("18.8.6", omp_target_memset(p, 0, sizeof a, dev) == p && RECT(p, a, 4, 3, box, off, none, all, all, dev, host) == 0);
  IS("18.8.6", omp_target_memcpy(b, p, sizeof b, 0, 0, host, dev) == 0);
  for (int i = 0; i < N * N * N; i++) {
    int x = i / 16 - 1, y = i / 4 % 4 - 2, z = i % 4 - 3, in = x >= 0 && x < 2 && y >= 0 && y < 2 && z == 0;
    IS("18.8.6", b[i / 16][i / 4 % 4][i % 4] == (in ? a[x][y][z] : 0));
  }
  IS("18.8.8", omp_target_memcpy_rect_async(p, a, 4, 0, one, none, none, all, all, dev, host, 0, NULL) != 0);
  omp_target_free(p, dev);
}

static void allocators(void)
{
  omp_alloctrait_t t[3] = {{omp_atk_alignment, 48}};
  omp_allocator_handle_t a;
  char *p, *q;
  IS("18.13.6", !omp_alloc(0, omp_default_mem_alloc) && !omp_aligned_alloc(64, 0, omp_default_mem_alloc));
  IS("18.13.8", !omp_calloc(0, 8, omp_default_mem_alloc) && !omp_calloc(8, 0, omp_default_mem_alloc));
  IS("18.13.8", !omp_calloc(SIZE_MAX / 4, 8, omp_default_mem_alloc)); /* nmemb * size overflows */
  omp_free(NULL, omp_default_mem_alloc);
  IS("18.13.9", (p = omp_realloc(NULL, 100, omp_default_mem_alloc, omp_null_allocator)));
  memset(p, 5, 100);
  IS("18.13.9", (p = omp_realloc(p, 10000, omp_default_mem_alloc, omp_default_mem_alloc)) && p[99] == 5);
  IS("18.13.9", (p = omp_realloc(p, 50, omp_null_allocator, omp_null_allocator)) && p[49] == 5);
  IS("18.13.9", !omp_realloc(p, 0, omp_null_allocator, omp_null_allocator)); /* as omp_free */
  for (size_t n = 16; n <= 4096; n *= 2) {
    IS("18.13.6", (p = omp_aligned_alloc(n, 3 * n, omp_default_mem_alloc)) && (uintptr_t)p % n == 0);
    omp_free(p, omp_null_allocator);
    IS("18.13.8", (p = omp_aligned_calloc(n, 3, n, omp_default_mem_alloc)) && (uintptr_t)p % n == 0 && !p[3 * n - 1]);
    omp_free(p, omp_default_mem_alloc);
  }
  IS("18.13.5", omp_get_default_allocator() != omp_null_allocator);
  /* allocators of ours, in device memory */
  omp_memspace_handle_t space = omp_get_device_memspace(dev, omp_default_mem_space);
  IS("6.0 27", space != omp_null_mem_space && omp_get_device_memspace(far, omp_default_mem_space) == omp_null_mem_space);
  IS("18.13.2", omp_init_allocator(space, 1, t) == omp_null_allocator); /* no power of two */
  t[0] = (omp_alloctrait_t){omp_atk_fallback, 99};
  IS("18.13.2", omp_init_allocator(space, 1, t) == omp_null_allocator);
  t[0] = (omp_alloctrait_t){omp_atk_pool_size, 1024};
  t[1] = (omp_alloctrait_t){omp_atk_fallback, omp_atv_null_fb};
  t[2] = (omp_alloctrait_t){omp_atk_alignment, 512};
  IS("18.13.2", (a = omp_init_allocator(space, 3, t)) != omp_null_allocator);
  IS("6.2", (p = omp_alloc(1000, a)) && (uintptr_t)p % 512 == 0 && !omp_alloc(25, a) && (q = omp_alloc(24, a)));
  omp_free(p, a);
  omp_free(q, omp_null_allocator);
  IS("6.2", (p = omp_aligned_alloc(4096, 1024, a)) && (uintptr_t)p % 4096 == 0); /* the larger alignment, the whole pool again */
  omp_free(p, a);
  t[1] = (omp_alloctrait_t){omp_atk_fallback, omp_atv_allocator_fb};
  t[2] = (omp_alloctrait_t){omp_atk_fb_data, omp_default_mem_alloc};
  omp_allocator_handle_t f = omp_init_allocator(space, 3, t);
  IS("6.2", (p = omp_alloc(5000, f)));
  memset(p, 1, 5000); /* the other allocator's: the host's */
  omp_free(p, omp_null_allocator);
  omp_destroy_allocator(f);
  omp_destroy_allocator(a);
  omp_destroy_allocator(omp_null_allocator); /* §18.13.3: no effect */
  t[0] = (omp_alloctrait_t){omp_atk_pinned, omp_atv_true};
  IS("18.13.2", (a = omp_init_allocator(omp_default_mem_space, 1, t)) == omp_null_allocator || ((p = omp_alloc(100, a)) && memset(p, 1, 100)));
  if (a != omp_null_allocator)
    omp_free(p, a), omp_destroy_allocator(a);
}

static void resources(void)
{
  IS("18.6.1", omp_pause_resource(omp_pause_soft, far) != 0 && omp_pause_resource(omp_pause_soft, omp_invalid_device) != 0);
  IS("18.6.1", omp_pause_resource((omp_pause_resource_t)77, dev) != 0);
  IS("18.6.1", omp_pause_resource(omp_pause_soft, dev) == 0 && omp_pause_resource(omp_pause_hard, dev) == 0);
  int x = 1;
#pragma omp target map(tofrom: x)
  x++;
  IS("18.6.1", x == 2); /* the device is used again */
}

int main(void)
{
  host = omp_get_initial_device();
  dev = omp_get_default_device();
  far = host + 7;
  numbers();
  allocation();
  presence();
  copies();
  boxes();
  allocators();
  resources();
  puts(wrong ? "wrong" : "ok");
  return 0;
}
