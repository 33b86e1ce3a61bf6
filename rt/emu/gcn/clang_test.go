package gcn

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// clangKernel is OpenCL: workgroups add up parts of an array, in LDS with barriers, and a sum over all by atomics.
const clangKernel = `
static void meet(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__attribute__((noinline)) static int weigh(int x, int n) {
  for (int y = x; n; n--)
    x += y;
  return x;
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void k(__global const int *in, __global int *out) {
  __local int part[256];
  int i = __builtin_amdgcn_workitem_id_x(), g = __builtin_amdgcn_workgroup_id_x(), own[4] = {0, 0, 0, 0};
  for (int j = i; j < 4096; j += 256)
    own[j / 256 % 4] += weigh(in[4096 * g + j], j % 3);
  part[i] = own[0] + own[1] + own[2] + own[3];
  meet();
  for (int n = 128; n; n /= 2) {
    if (i < n)
      part[i] += part[i + n];
    meet();
  }
  if (i == 0) {
    out[1 + g] = part[0];
    __scoped_atomic_fetch_add(out, part[0], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }
}
`

// TestClangKernels: what clang makes of right OpenCL at all levels is right, and no check complains.
func TestClangKernels(t *testing.T) {
	tool, err := disassembler()
	if err != nil {
		require.Missing(t, "%v", err)
	}
	llvm := filepath.Dir(tool)
	for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
		for _, level := range []string{"-O0", "-O2"} {
			bed := newBed(t, llvm, clangKernel, "clang", "-x", "cl", "-cl-std=CL2.0", "--target=amdgcn-amd-amdhsa", "-mcpu="+arch, "-nogpulib",
				level, "-g", "-c")
			if err := bed.dev.StartRaces(false); err != nil {
				t.Fatal(err)
			}
			const groups = 3
			var want [groups + 1]uint32
			for i := range 4096 * groups {
				v := uint32(i * i >> 3)
				binary.LittleEndian.PutUint32(bed.words(bedIn+4*i), v)
				want[1+i/4096] += v * uint32(1+i%4096%3)
			}
			for _, v := range want[1:] {
				want[0] += v
			}
			bed.launch(t, groups, 256)
			for i, w := range want {
				if got := binary.LittleEndian.Uint32(bed.words(bedOut + 4*i)); got != w {
					t.Errorf("%s %s: result %d is %d, not %d", arch, level, i, got, w)
				}
			}
		}
	}
}

// TestPlainC: plain C as clang compiles it at all levels computes what it computes on the host, and no check complains.
func TestPlainC(t *testing.T) {
	tool, err := disassembler()
	if err != nil {
		require.Missing(t, "%v", err)
	}
	const source, n = "../testdata/clang/plain.c", 256
	host := filepath.Join(t.TempDir(), "plain")
	if out, err := exec.Command("gcc", "-O1", "-ffp-contract=off", "-w", "-o", host, source, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := exec.Command(host).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(text))
	code, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
		for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
			bed := newBed(t, filepath.Dir(tool), string(code), "clang", "-x", "c", "-w", "--target=amdgcn-amd-amdhsa", "-mcpu="+arch, "-nogpulib",
				level, "-ffp-contract=off", "-c")
			bed.dev.Unset = level != "-O0" // there a bit-field is read before it is first written
			bed.launch(t, n/64, 64)
			for i, w := range want {
				if got := strconv.FormatUint(binary.LittleEndian.Uint64(bed.words(bedOut+8*i)), 10); got != w {
					t.Errorf("%s %s: all(%d) is %s, on the host %s", arch, level, i, got, w)
					break
				}
			}
		}
	}
}
