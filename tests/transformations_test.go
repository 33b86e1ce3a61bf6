package tests

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

var transformations = flag.Int("transformations", 40,
	"how many compositions of loop transformations TestTransformations makes")

// TestTransformations: the loops that random compositions of transformations generate run every iteration once and
// in the order of OpenMP 6.0 §11, whatever construct consumes them. They run on the CPU device, on the emulated
// one, and in host code with either host compiler.
func TestTransformations(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, where := range []struct {
		name, target string
		device       bool
		host         string
		env          []string
	}{
		{"cpu", "cpu", true, "", []string{"OMP_TARGET_OFFLOAD=MANDATORY"}},
		{"nvptx", "nvptx", true, "", nil},
		{"clang", "cpu", false, llvm.Clang(), nil},
		{"gcc", "cpu", false, "gcc", nil},
		{"fallback", "cpu", true, "gcc", []string{"OMP_TARGET_OFFLOAD=DISABLED"}},
	} {
		t.Run(where.name, func(t *testing.T) {
			t.Parallel()
			env := where.env
			if where.target == "nvptx" {
				env = emulated(t, "")
			}
			dir := t.TempDir()
			src, exe := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.out")
			g := &transformGen{Rand: rand.New(rand.NewPCG(uint64(*transformations), 6))}
			if err := os.WriteFile(src, []byte(g.file(*transformations, where.device)), 0o666); err != nil {
				t.Fatal(err)
			}
			var compile []string
			if where.host != "" {
				compile = []string{"OMPCC_CC=" + where.host}
			}
			if r := run(t, dir, compile, cc, "-O1", "-fopenmp-version=60", "-fopenmp-targets="+where.target, "-o", exe,
				src); r.exit != 0 {
				t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
			}
			if r := run(t, dir, env, exe); r.exit != 0 || r.stdout != "ok\n" {
				t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
			}
		})
	}
}

// consumer is a construct around generated loops.
type consumer struct {
	text string
	// step is how an iteration tells of itself.
	step string
	// last is set where lastprivate is allowed.
	last bool
}

const (
	inOrder = "o[n++] = (x)"
	ordered = `_Pragma("omp ordered") o[n++] = (x)`
	across  = `{ _Pragma("omp ordered doacross(sink: omp_cur_iteration - 1)") o[n++] = (x); _Pragma("omp ordered doacross(source:)") }`
	counted = `_Pragma("omp atomic") c[x]++`
	plain   = `c[x]++`
	lasting = `{ last = (x); _Pragma("omp atomic") c[x]++; }`
)

// consumers are the constructs; %s is the depth of the nest that they take.
var consumers = []consumer{
	{"parallel for num_threads(1) collapse(%d)", inOrder, false},
	{"teams distribute num_teams(1) collapse(%d)", inOrder, false},
	{"parallel for num_threads(3) ordered collapse(%d)", ordered, false},
	{"parallel for num_threads(3) schedule(static, 1) ordered(%d)", across, false},
	{"parallel for num_threads(3) collapse(%d)", counted, true},
	{"parallel for num_threads(3) schedule(dynamic, 2) collapse(%d)", counted, true},
	{"parallel for simd num_threads(3) collapse(%d)", lasting, true},
	{"teams distribute parallel for num_teams(2) thread_limit(4) collapse(%d)", counted, true},
	{"teams distribute parallel for simd collapse(%d)", lasting, true},
	{"teams distribute simd collapse(%d)", lasting, true},
	{"teams loop collapse(%d)", plain, false},
	{"parallel loop num_threads(2) collapse(%d)", plain, false},
	{"parallel masked taskloop num_tasks(3) num_threads(3) collapse(%d)", counted, true},
}

// file is a program with n compositions, in device code or not.
func (g *transformGen) file(n int, device bool) string {
	var b, calls strings.Builder
	b.WriteString(`#include <stdio.h>
#include <string.h>
static int bad, four = 4;
static void check(const char *what, int in_order, int n, const int *o, const int *c, int last, const int *want, int m)
{
  static int seen[1 << 16];
  if (in_order) {
    if (n != m) { printf("%s: %d steps, not %d\n", what, n, m); bad = 1; return; }
    for (int k = 0; k < m; k++)
      if (o[k] != want[k]) { printf("%s: step %d is %d, not %d\n", what, k, o[k], want[k]); bad = 1; return; }
    return;
  }
  memset(seen, 0, sizeof seen);
  for (int k = 0; k < m; k++)
    seen[want[k]]++;
  for (int k = 0; k < 1 << 16; k++)
    if (c[k] != seen[k]) { printf("%s: iteration %d runs %d times, not %d\n", what, k, c[k], seen[k]); bad = 1; return; }
  if (last >= 0 && last != want[m - 1]) { printf("%s: the last iteration is %d, not %d\n", what, last, want[m - 1]); bad = 1; }
}
static int o[1 << 12], c[1 << 16];
`)
	for i := 0; i < n; {
		if text := g.function(i, device); text != "" {
			b.WriteString(text)
			fmt.Fprintf(&calls, "  f%d();\n", i)
			i++
		}
	}
	fmt.Fprintf(&b, "int main(void)\n{\n%s  if (!bad) puts(\"ok\");\n  return bad;\n}\n", calls.String())
	return b.String()
}

// function is one composition with its check, empty if it is not allowed.
func (g *transformGen) function(i int, device bool) string {
	g.code, g.vars = 0, 0
	var use consumer
	var text string
	var list []*modelNest
	if alone := g.chance(35); alone {
		use.step = inOrder
		text, list = g.alone("    ")
	} else {
		t, m := g.one("    ")
		if m == nil {
			return ""
		}
		use = consumers[g.IntN(len(consumers))]
		if strings.Contains(use.text, "ordered") && (strings.Contains(t, "tile") || strings.Contains(t, "stripe")) {
			return "" // OpenMP 5.2 §4.4.4
		}
		depth := 1 + g.IntN(min(3, m.open()))
		if use.step == ordered && (depth < len(m.loops) || strings.Contains(t, "fuse")) ||
			use.step == across && (len(m.loops) > 1 || strings.Contains(t, "fuse")) {
			return "" // an iteration may execute one ordered region (OpenMP 5.2 §15.10.2)
		}
		if use.step == across && strings.Contains(t, "unsigned") {
			return "" // gcc-12's doacross loops hang with such a variable
		}
		use.text = fmt.Sprintf(use.text, depth)
		text, list = t, []*modelNest{m}
	}
	var want []int
	for _, m := range list {
		m.run(modelEnv{}, 0, func(code int) { want = append(want, code) })
	}
	if len(want) == 0 || len(want) > 1<<11 || g.code > 1<<16 {
		return ""
	}
	order := strings.Contains(use.step, "n++")
	keep := use.last && (use.step == lasting || g.chance(50))
	if keep {
		use.step = lasting
		use.text += " lastprivate(last)"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#undef STEP\n#define STEP(x) %s\nstatic void f%d(void)\n{\n", use.step, i)
	fmt.Fprintf(&b, "  static const int want[] = {%s};\n  int n = 0, last = -1;\n  memset(c, 0, sizeof c);\n",
		strings.Trim(strings.ReplaceAll(fmt.Sprint(want), " ", ", "), "[]"))
	maps := " map(tofrom: c)"
	if order {
		maps = " map(tofrom: n, o)"
	}
	switch {
	case device && use.text == "":
		b.WriteString("#pragma omp target" + maps + "\n")
	case device:
		b.WriteString("#pragma omp target " + use.text + maps + "\n")
	case use.text != "":
		b.WriteString("#pragma omp " + use.text + "\n")
	}
	if use.text == "" {
		text = "  {\n" + text + "  }\n"
	}
	fmt.Fprintf(&b, "%s  check(\"f%d\", %d, n, o, c, last, want, %d);\n}\n", text, i, btoi(order), len(want))
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// alone is a composition that no construct consumes.
func (g *transformGen) alone(pad string) (text string, list []*modelNest) {
	switch g.IntN(4) {
	case 0:
		return g.fuse(pad)
	case 1:
		return g.split(pad)
	}
	text, n := g.nest(append(g.chain(2), g.directive(2)), 1+g.IntN(3), pad)
	if n == nil {
		return "", nil
	}
	return text, []*modelNest{n}
}
