#include <stdio.h>

struct v3 { double x, y, z; };
struct small { short a; char b; };

static struct v3 cross(struct v3 a, struct v3 b)
{
  return (struct v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static struct small pack(int a, int b) { return (struct small){a, b}; }

int main(void)
{
  struct v3 r;
  int s = 0;
#pragma omp target map(from: r, s)
  {
    r = cross((struct v3){1, 2, 3}, (struct v3){4, 5, 6});
    struct small p = pack(300, 7);
    s = p.a * 10 + p.b;
  }
  puts(r.x == -3 && r.y == 6 && r.z == -3 && s == 3007 ? "ok" : "structures by value");
  return 0;
}
