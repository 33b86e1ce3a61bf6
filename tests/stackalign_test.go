package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

const oddObjects = `#include <stdio.h>
struct tagged { char tag, text[61]; };
int f(int n, char *out)
{
#pragma omp target map(from: out[0:256])
  {
    char a[3], b[5], c[65];
    struct tagged t = {1, "x"};
    for (int i = 0; i < n; i++)
      a[i % 3] = b[i % 5] = c[i % 65] = t.text[i % 61] = i;
    snprintf(out, 256, "%+a %.3s %.5s %.9s %s", 1.5 * n, a, b, c, t.text);
  }
  return out[0];
}
struct odd { char a[3]; char b[5]; short s; char c[7]; } __attribute__((packed));
struct pair { char x; struct odd o; char y[9]; };
static int use(struct odd o, int i) { return o.a[i % 3] + o.b[i % 5] + o.c[i % 7] + o.s; }
static int walk(const char *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
#pragma omp declare target
int deep(char *p, int n) { char t[3] = {p[0], p[1], p[2]}; return n ? deep(t, n - 1) + t[n % 3] : walk(t, 3); }
#pragma omp end declare target
void g(int *r, int n, const struct pair *q) {
#pragma omp target teams distribute parallel for map(tofrom: r[0:n]) map(to: q[0:n])
  for (int i = 0; i < n; i++) {
    struct pair p = q[i];
    char t[13]; __builtin_memcpy(t, &p, 13);
    char u[5], v[3], w;
    __builtin_memcpy(u, p.o.b, 5); v[0] = u[i % 5]; v[1] = t[i % 13]; v[2] = w = p.y[i % 9];
    struct odd o = p.o; o.a[i % 3] = v[i % 3];
    r[i] = use(o, i) + walk(t, 13) + walk(u, 5) + walk(&w, 1) + deep(v, i & 3);
  }
}
`

var (
	stackObject = regexp.MustCompile(`= alloca .*, align (\d+), addrspace\(5\)`)
	// oddAddress is how LLVM keeps a condition, which it adds to the address, in bit 0 of an address on the stack.
	oddAddress = regexp.MustCompile(`s_addc_u32 (s\d+), s3[23], (0x[0-9a-f]*[13579bdf]|\d*[13579])\n(?:.*\n)*?\ts_bitset0_b32 (s\d+), 0\n`)
)

// optimised is ir after LLVM's passes of a level.
func optimised(t *testing.T, ir, level string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(filepath.Dir(llvm.Clang()), "opt"), level, "-S")
	cmd.Stdin = strings.NewReader(ir)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestStackAlignmentOnAMD: no object on an AMD GPU's stack lies at an odd offset: while a condition is live, LLVM
// computes its address with the condition in bit 0 and clears that bit afterwards.
func TestStackAlignmentOnAMD(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "odd.c"), []byte(oddObjects), 0o666); err != nil {
		t.Fatal(err)
	}
	compile := func(args ...string) string {
		t.Helper()
		r := run(t, dir, nil, cc,
			append(args, "-w", "-fopenmp-targets=amdgcn", "--offload-device-only", "-S", "odd.c", "-o", "-")...)
		if r.exit != 0 {
			t.Fatal(r.stderr)
		}
		return r.stdout
	}
	library, err := os.ReadFile(filepath.Join(filepath.Dir(cc), "../lib/ompcc/device-amdgcn.ll"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"odd.c": compile("-emit-llvm"), "the device library": string(library)}
	for _, level := range []string{"-O1", "-O2", "-O3"} { // what LLVM splits and merges
		texts["odd.c after opt "+level] = optimised(t, texts["odd.c"], level)
	}
	for name, ir := range texts {
		objects := stackObject.FindAllStringSubmatch(ir, -1)
		for _, m := range objects {
			if n, _ := strconv.Atoi(m[1]); n < 4 {
				t.Errorf("%s: %s", name, m[0])
			}
		}
		if len(objects) == 0 {
			t.Errorf("%s has no stack objects", name)
		}
	}
	for _, level := range []string{"-O1", "-O2", "-O3"} {
		for _, m := range oddAddress.FindAllStringSubmatch(compile(level, "--offload-arch=gfx942"), -1) {
			if m[1] == m[3] {
				t.Errorf("%s: the address of an object at an odd offset:\n%s", level, m[0])
			}
		}
	}
}
