package hostc

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/lower"
	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
	"ompcc/tests/require"
)

// The tests build a Program by hand, compile what Emit makes of it with each
// host compiler under -Wall -Wextra -Werror, and run it against a runtime that
// has no device.
const noDeviceRuntime = abi.HostDecls + `
#include <stdio.h>
int __ompcc_target(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { (void)a; printf("target %s:%u%s\n", c->loc.function, c->loc.line, l->device == -2147483647L ? " if(false)" : ""); return 0; }
void __ompcc_host_region(void) {}
void __ompcc_target_host_end(const __ompcc_construct_t *c, const __ompcc_launch_t *l) { (void)l; printf("end %u\n", c->loc.line); }
static void items(const char *what, const __ompcc_construct_t *c, __ompcc_arg_t *a)
{
  printf("%s %u:", what, c->loc.line);
  for (unsigned i = 0; i < c->nitems; i++)
    printf(" %s=%lu", c->items[i].name, a[i].size);
  printf("\n");
}
static int replaced[4];
void __ompcc_data_begin(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a)
{
  (void)l;
  items("begin", c, a);
  for (unsigned i = 0; i < c->nitems; i++)
    if (c->items[i].kind == 5 || c->items[i].kind == 6)
      a[i].base = replaced;
}
void __ompcc_data_end(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { (void)l; items("end", c, a); printf("replaced[0]=%d\n", replaced[0]); }
void *__ompcc_target_task(const __ompcc_construct_t *c, unsigned flags) { (void)c; (void)flags; return 0; }
void __ompcc_enter_data(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { (void)l; items("enter", c, a); }
void __ompcc_exit_data(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { (void)l; items("exit", c, a); }
void __ompcc_update(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { (void)l; items("update", c, a); }
extern __ompcc_unit_t *__start_ompcc_units[], *__stop_ompcc_units[];
__attribute__((destructor)) static void dump(void)
{
  int kernels = 0, globals = 0;
  for (__ompcc_unit_t **u = __start_ompcc_units; u < __stop_ompcc_units; u++)
    kernels += (*u)->nkernels, globals += (*u)->nglobals;
  printf("%d kernels, %d globals\n", kernels, globals);
}
`

// program is a unit under test: its constructs by the line of their pragma.
type program struct {
	*lower.Program
	t      *testing.T
	byLine map[int]*tree.Construct
}

var hostCompilers = []string{"gcc", llvm.Clang()}

// load parses src; directives ending a line with "!" in standalone have no statement.
func load(t *testing.T, src, hostCC string) *program {
	t.Helper()
	u, diags := parse.FromString("t.c", src, hostCC)
	if diags.HasErrors() {
		t.Fatalf("parse: %v", diags.All[0].Message)
	}
	standalone := func(p *parse.Pragma) bool {
		for _, s := range []string{"target enter", "target exit", "target update", "declare", "end declare",
			"requires"} {
			if strings.HasPrefix(p.Text, s) {
				return true
			}
		}
		return false
	}
	err := u.Translate(func(p *parse.Pragma) *parse.Mark {
		if standalone(p) {
			return &parse.Mark{Form: parse.MarkAlone}
		}
		return &parse.Mark{Form: parse.MarkBlock}
	}, diags)
	if err != nil || diags.HasErrors() {
		t.Fatalf("translate: %v %v", err, diags.All)
	}
	tr := &tree.Tree{Unit: u, All: make([]*tree.Construct, len(u.Pragmas))}
	pr := &program{Program: &lower.Program{Tree: tr}, t: t, byLine: map[int]*tree.Construct{}}
	for i, p := range u.Pragmas {
		kind := spec.DirectiveNamed(firstWords(p.Text))
		c := &tree.Construct{
			Directive: &tree.Directive{Kind: kind, Leafs: []spec.DirectiveKind{kind}, Pragma: p},
			Start:     p.Start, End: p.End, Marker: u.Markers[i],
		}
		if m := u.Markers[i]; m != nil {
			c.Func = m.Func
			if m.Loop != nil {
				c.Stmt = m.Loop.Statement
				_, c.End = u.NodeRange(c.Stmt)
				c.StmtStart = p.End + 1
			}
		}
		for _, o := range tr.All[:i] {
			if o.Start <= c.Start && c.End <= o.End {
				c.Parent = o
			}
		}
		tr.All[i] = c
		pr.byLine[p.Pos.Line] = c
	}
	return pr
}

func firstWords(s string) string {
	if i := strings.IndexByte(s, '('); i >= 0 {
		s = s[:i]
	}
	if strings.HasPrefix(s, "target") {
		f := strings.Fields(s)
		if len(f) > 2 && (f[1] == "enter" || f[1] == "exit") {
			return strings.Join(f[:3], " ")
		}
		if len(f) > 1 && (f[1] == "data" || f[1] == "update") {
			return strings.Join(f[:2], " ")
		}
		return "target"
	}
	if strings.HasPrefix(s, "requires") {
		return "requires"
	}
	return strings.TrimSpace(s)
}

// decl finds the declarator of a variable by name.
func (p *program) decl(name string) *cc.Declarator {
	var found *cc.Declarator
	for l := p.Tree.Unit.AST.TranslationUnit; l != nil; l = l.TranslationUnit {
		ctree.Walk(l.ExternalDeclaration, func(n cc.Node) bool {
			if d, ok := n.(*cc.Declarator); ok && d.Name() == name {
				found = d
			}
			return true
		})
	}
	if found == nil {
		p.t.Fatalf("no declarator %s", name)
	}
	return found
}

func (p *program) target(line int, h lower.HostConstruct) {
	h.Kind = abi.KindTarget
	h.Kernel = &region.Kernel{Name: "k"}
	p.add(line, h)
}

func (p *program) add(line int, h lower.HostConstruct) {
	c := p.byLine[line]
	if c == nil {
		p.t.Fatalf("no pragma in line %d", line)
	}
	h.Construct = c
	p.Host = append(p.Host, &h)
}

func item(name string, kind uint32, flags uint32, d *cc.Declarator, begin, size string) *lower.HostItem {
	at := cexpr.Pointer(cexpr.Paren(cexpr.Text(begin)))
	return &lower.HostItem{Name: name, Type: "int", Kind: kind, Flags: flags, Parent: -1, Decl: d,
		Base: at, Begin: at, Size: cexpr.Text(size), Bytes: 4}
}

var cases = []struct {
	name, src string
	build     func(*program)
	want      string
	notText   []string
}{
	{
		name: "target",
		src: `#include <stdio.h>
int main(void)
{
  int s = 0, k = 5, t[3] = {1, 2, 3}, x = 9;
  if (s)
    ;
  else
#pragma omp target map(tofrom: s) private(x) firstprivate(t)
  { x = k; k++; t[0] = 7; s += k + t[0] + x; }
  printf("%d %d %d %d\n", s, k, t[0], x);
  return 0;
}
`,
		build: func(p *program) {
			p.target(8, lower.HostConstruct{
				Items: []*lower.HostItem{item("s", abi.ItemMap, abi.FlagTo|abi.FlagFrom|abi.FlagParam, p.decl("s"),
					"&s", "sizeof s"),
					item("k", abi.ItemValue, abi.FlagParam, p.decl("k"), "&k", "sizeof k")},
				Shadows: []*lower.Shadow{{Decl: p.decl("x"), Name: "x"}, {Decl: p.decl("k"), Name: "k", Init: true},
					{Decl: p.decl("t"), Name: "t", Init: true}},
			})
		},
		want: "target main:8\nend 8\n18 5 1 9\n1 kernels, 0 globals\n",
	},
	{
		name: "nested in data and parallel",
		src: `#include <stdio.h>
#define LOOP(i, n) _Pragma("omp target map(tofrom: s)") for (int i = 0; i < n; i++) s += i;
int main(void)
{
  int s = 0, n = 4;
#pragma omp parallel default(none) shared(s, n) num_threads(2)
  {
#pragma omp single
#pragma omp target data map(s)
    {
      LOOP(i, n) LOOP(j, 3)
#pragma omp target update from(s) if(n > 5)
    }
  }
  printf("%d\n", s); return 0;
}
`,
		build: func(p *program) {
			it := func() []*lower.HostItem {
				return []*lower.HostItem{item("s", abi.ItemMap, 0, p.decl("s"), "&s", "sizeof s")}
			}
			for i, c := range p.Tree.All {
				switch {
				case i == 2:
					p.Host = append(p.Host, &lower.HostConstruct{Construct: c, Kind: abi.KindData, Items: it()})
				case i == 3 || i == 4:
					p.Host = append(p.Host,
						&lower.HostConstruct{Construct: c, Kind: abi.KindTarget, Kernel: &region.Kernel{Name: "k"},
							Items: it()})
				case i == 5:
					p.Host = append(p.Host,
						&lower.HostConstruct{Construct: c, Kind: abi.KindUpdate, Items: it(), If: "(n > 5)"})
				}
			}
		},
		want: "begin 9: s=4\ntarget main:11\nend 11\ntarget main:11\nend 11\nupdate 12: s=0\nend 9: s=4\nreplaced[0]=0\n9\n2 kernels, 0 globals\n",
	},
	{
		name: "use_device_ptr and use_device_addr",
		src: `#include <stdio.h>
struct S { int x; };
int main(void)
{
  int x = 1, a[4] = {0}, *p = a; struct S v = {5};
#pragma omp target data use_device_addr(x, a) use_device_ptr(p)
  {
    x = 42; v.x = 3; p[1] = a[0] + 1;
    { struct S *q = &v; q->x++; }
  }
  printf("%d %d %d\n", x, a[1], v.x);
  return 0;
}
`,
		build: func(p *program) {
			p.add(6, lower.HostConstruct{Kind: abi.KindData, Items: []*lower.HostItem{
				item("x", abi.ItemUseDeviceAddr, 0, p.decl("x"), "&x", "sizeof x"),
				item("a", abi.ItemUseDeviceAddr, 0, p.decl("a"), "a", "sizeof a"),
				item("p", abi.ItemUseDevicePtr, 0, p.decl("p"), "p", "0")}})
		},
		// The runtime of this test lets all three denote the array replaced.
		want: "begin 6: x=4 a=16 p=0\nend 6: x=4 a=16 p=0\nreplaced[0]=42\n1 0 4\n0 kernels, 0 globals\n",
	},
	{
		name: "task",
		src: `#include <stdio.h>
int main(void)
{
  int a[2] = {1, 2}, k = 3, *p = a;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait depend(out: a) map(tofrom: p[0:2]) firstprivate(k)
    { p[0] += k; k = 0; }
    k = 100; p = 0;
#pragma omp target update depend(in: a) from(a)
  }
  printf("%d %d\n", a[0], k);
  return 0;
}
`,
		build: func(p *program) {
			p.target(8, lower.HostConstruct{NoWait: true, TaskClauses: "depend(out: a)",
				Items: []*lower.HostItem{item("p[0:2]", abi.ItemMap, abi.FlagParam|abi.FlagSection, p.decl("p"), "p",
					"8"),
					item("k", abi.ItemValue, abi.FlagParam, p.decl("k"), "&k", "4")},
				Shadows: []*lower.Shadow{{Decl: p.decl("k"), Name: "k", Init: true}}})
			p.add(11, lower.HostConstruct{Kind: abi.KindUpdate, TaskClauses: "depend(in: a)",
				Items: []*lower.HostItem{item("a", abi.ItemMap, abi.FlagFrom, p.decl("a"), "a", "8")}})
		},
		want: "target main:8\nend 8\nupdate 11: a=8\n4 100\n1 kernels, 0 globals\n",
	},
	{
		name: "globals and declarative directives",
		src: `#include <stdio.h>
#pragma omp requires unified_address
#pragma omp declare target
static int table[4] = {1, 2, 3, 4};
int next(void) { static int n = 10, m; m++; return n++; }
#pragma omp end declare target
int main(void)
{
  printf("%d %d\n", next(), table[2]);
  return 0;
}
`,
		build: func(p *program) {
			f := p.decl("n")
			var fn *cc.FunctionDefinition
			for l := p.Tree.Unit.AST.TranslationUnit; l != nil; l = l.TranslationUnit {
				if d := l.ExternalDeclaration; d.FunctionDefinition != nil &&
					d.FunctionDefinition.Declarator.Name() == "next" {
					fn = d.FunctionDefinition
				}
			}
			p.Globals = []*lower.HostGlobal{
				{Decl: p.decl("table"), Name: "table", Sym: "table", Size: 16},
				{Decl: f, Name: "n", Sym: "next.n", Size: 4, Local: true, Func: fn},
				{Decl: p.decl("m"), Name: "m", Sym: "next.m", Size: 4, Local: true, Func: fn},
			}
		},
		want:    "10 3\n0 kernels, 3 globals\n",
		notText: []string{"#pragma omp"},
	},
}

func TestEmit(t *testing.T) {
	dir := t.TempDir()
	rt := filepath.Join(dir, "rt.c")
	if err := os.WriteFile(rt, []byte(noDeviceRuntime), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for _, hostCC := range hostCompilers {
			t.Run(c.name+"/"+hostCC, func(t *testing.T) {
				require.Tool(t, hostCC)
				p := load(t, c.src, hostCC)
				c.build(p)
				text, err := Emit(p.Program, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range c.notText {
					if bytes.Contains(text, []byte(s)) {
						t.Errorf("the host text contains %q", s)
					}
				}
				// Only the runtime executes such a task at once.
				const region = "__ompcc_host_region();\n#pragma omp task default(shared)"
				got := compileAndRun(t, hostCC, bytes.ReplaceAll(text, []byte(region), []byte(region+" if(0)")), rt)
				if got != c.want {
					t.Errorf("output:\n%s\nwant:\n%s\ntext:\n%s", got, c.want, tail(text))
				}
			})
		}
	}
}

func compileAndRun(t *testing.T, hostCC string, text []byte, rt string) string {
	t.Helper()
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "t.host.i"), filepath.Join(dir, "t")
	if err := os.WriteFile(src, text, 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-fopenmp", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-pedantic", "-o", exe, src, rt}
	if strings.Contains(hostCC, "clang") {
		args = append(args, "-Wno-gnu-line-marker")
	}
	cmd := exec.Command(hostCC, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, tail(text))
	}
	out, err := exec.Command(exe).CombinedOutput()
	if err != nil {
		t.Fatalf("run: %v\n%s", err, out)
	}
	return string(out)
}

// tail is the generated text without the system headers.
func tail(text []byte) []byte {
	if i := bytes.Index(text, []byte("static __ompcc_unit_t __ompcc_unit;")); i >= 0 {
		text = text[i:]
	}
	if i := bytes.Index(text, []byte("int main(void)")); i >= 0 {
		return text[max(0, i-600):]
	}
	return text
}

// A wrong range is an error, not garbled text.
func TestOverlap(t *testing.T) {
	u := parse.NewUnit("t.c", []byte("void f(void){}\nvoid g(void){}\n"))
	con := func(id, start, end int) *lower.HostConstruct {
		return &lower.HostConstruct{Kind: abi.KindUpdate, Construct: &tree.Construct{
			Directive: &tree.Directive{Kind: spec.TargetUpdate,
				Pragma: &parse.Pragma{ID: id, Pos: diag.Pos{File: "t.c", Line: 1, Col: 1}}},
			Start: start, End: end}}
	}
	for _, r := range [][2]int{{5, 30}, {-1, 3}, {9, 8}} {
		p := &lower.Program{Tree: &tree.Tree{Unit: u}, Host: []*lower.HostConstruct{con(0, 0, 10), con(1, r[0], r[1])}}
		if _, err := Emit(p, nil); err == nil {
			t.Errorf("range %v: no error", r)
		}
	}
}
