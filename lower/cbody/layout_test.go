package cbody_test

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/parse"
	"ompcc/tests/require"
)

// layoutGen writes random structures and the offsetof expressions to check.
type layoutGen struct {
	r    *rand.Rand
	b    strings.Builder
	tags []string // complete structures that may be nested
}

var layoutTypes = []string{
	"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long long",
	"float", "double", "long double", "_Bool", "void *", "__int128", "enum E", "A1 ", "A8 ", "A32 ", "float _Complex",
}

var bitTypes = []string{"char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long long", "_Bool",
	"enum E", "A2 "}

var bitWidths = map[string]int{"char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32, "long": 64,
	"unsigned long long": 64, "_Bool": 1, "enum E": 32, "A2 ": 32}

func (g *layoutGen) attr(p int) string {
	if g.r.Intn(p) != 0 {
		return ""
	}
	return [...]string{" __attribute__((packed))", " __attribute__((aligned(2)))", " __attribute__((aligned(16)))",
		" __attribute__((packed, aligned(4)))", " __attribute__((aligned))"}[g.r.Intn(5)]
}

func (g *layoutGen) structure(n int) {
	if g.r.Intn(6) == 0 {
		fmt.Fprintf(&g.b, "#pragma pack(push, %d)\n", 1<<g.r.Intn(4))
		defer g.b.WriteString("#pragma pack(pop)\n")
	}
	tag := fmt.Sprintf("struct S%d", n)
	if g.r.Intn(7) == 0 {
		tag = fmt.Sprintf("union S%d", n)
	}
	fmt.Fprintf(&g.b, "%s {\n", tag)
	g.members("m", 1+g.r.Intn(8), 0)
	fmt.Fprintf(&g.b, "}%s;\n", g.attr(5))
	g.tags = append(g.tags, tag)
}

func (g *layoutGen) members(prefix string, n, depth int) {
	for i := 0; i < n; i++ {
		name := fmt.Sprintf("%s%d", prefix, i)
		switch k := g.r.Intn(12); {
		case k < 5:
			t := bitTypes[g.r.Intn(len(bitTypes))]
			w := 1 + g.r.Intn(bitWidths[t])
			if i > 0 && g.r.Intn(6) == 0 && t != "A2 " && t != "enum E" { // (which cc reads otherwise)
				if g.r.Intn(2) == 0 {
					w = 0
				}
				fmt.Fprintf(&g.b, "  %s : %d;\n", t, w)
				continue
			}
			fmt.Fprintf(&g.b, "  %s %s : %d%s;\n", t, name, w, g.attr(14))
		case k == 5 && len(g.tags) > 0:
			fmt.Fprintf(&g.b, "  %s %s;\n", g.tags[g.r.Intn(len(g.tags))], name)
		case k == 6:
			fmt.Fprintf(&g.b, "  %s %s[%d];\n", layoutTypes[g.r.Intn(9)], name, 1+g.r.Intn(5))
		case k == 7 && depth < 2:
			fmt.Fprintf(&g.b, "  %s {\n", [...]string{"struct", "union"}[g.r.Intn(2)])
			g.members(name+"_", 1+g.r.Intn(3), depth+1)
			fmt.Fprintf(&g.b, "  }%s;\n", g.attr(8))
		case k == 8:
			fmt.Fprintf(&g.b, "  _Alignas(%d) char %s;\n", 1<<g.r.Intn(6), name)
		default:
			fmt.Fprintf(&g.b, "  %s %s%s;\n", layoutTypes[g.r.Intn(len(layoutTypes))], name, g.attr(7))
		}
	}
}

const layoutHead = `enum E { E0, E1 };
typedef int A1 __attribute__((aligned(1)));
typedef int A2 __attribute__((aligned(2)));
typedef int A8 __attribute__((aligned(8)));
typedef char A32 __attribute__((aligned(32)));
`

// TestLayout compares random structures' sizes, alignments and members' places
// with gcc's. OMPCC_LAYOUTS sets how many structures.
func TestLayout(t *testing.T) {
	total := 300
	if s := os.Getenv("OMPCC_LAYOUTS"); s != "" {
		total, _ = strconv.Atoi(s)
	}
	require.Tool(t, "gcc")
	for seed := int64(1); total > 0; seed++ {
		n := min(total, 100)
		total -= n
		g := &layoutGen{r: rand.New(rand.NewSource(seed))}
		for i := 0; i < n; i++ {
			g.structure(i)
		}
		compareLayouts(t, g.b.String(), n)
	}
}

func compareLayouts(t *testing.T, decls string, n int) {
	src := layoutHead + decls
	u, diags := parse.FromString("layout.c", src, "gcc")
	if diags.HasErrors() {
		t.Fatalf("%v", diags.All[0].Message)
	}
	if err := u.Translate(func(*parse.Pragma) *parse.Mark { return &parse.Mark{} }, diags); err != nil {
		t.Fatal(err)
	}
	tr := cbody.New(&cbody.Config{Unit: u, Diags: diags})
	var got, prog strings.Builder
	prog.WriteString(src + "\n#include <stdio.h>\n#include <string.h>\n")
	prog.WriteString("static void bits(const char *n, const void *p, int size) { const unsigned char *c = p; int first = -1, k = 0; " +
		"for (int i = 0; i < size * 8; i++) if (c[i / 8] >> (i % 8) & 1) { if (first < 0) first = i; k++; } printf(\"%s %d %d\\n\", n, first, k); }\nint main(void) {\n")
	for i := 0; i < n; i++ {
		ct := structNamed(u, i)
		if ct == nil {
			t.Fatalf("structure S%d not found", i)
		}
		rt := tr.Type(ct)
		fmt.Fprintf(&got, "S%d %d %d\n", i, rt.Size(), rt.Align())
		kw := "struct"
		if ct.Kind() == cc.Union {
			kw = "union"
		}
		fmt.Fprintf(&prog, "{ static %s S%d v; printf(\"S%d %%zu %%zu\\n\", sizeof v, _Alignof(%s S%d));\n", kw, i, i,
			kw, i)
		for _, m := range tr.Members(ct) {
			fmt.Fprintf(&got, "%s %d %d\n", m.Name, m.Bit, m.Width)
			fmt.Fprintf(&prog, "memset(&v, 0, sizeof v); ")
			if m.BitField {
				fmt.Fprintf(&prog, "v.%s = -1; bits(\"%s\", &v, sizeof v);\n", m.Name, m.Name)
			} else {
				fmt.Fprintf(&prog, "memset(&v.%s, 255, sizeof v.%s); bits(\"%s\", &v, sizeof v);\n", m.Name, m.Name,
					m.Name)
			}
		}
		prog.WriteString("}\n")
	}
	prog.WriteString("return 0; }\n")
	want := runC(t, prog.String())
	diffLayouts(t, decls, got.String(), want)
}

func diffLayouts(t *testing.T, decls, got, want string) {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	bad, in := 0, ""
	for i := range w {
		if i < len(g) && strings.HasPrefix(g[i], "S") {
			in = strings.Fields(g[i])[0]
		}
		if i >= len(g) || g[i] != w[i] {
			def := decls[strings.Index(decls, in+" {"):]
			def = def[:strings.Index(def, "\n}")+40]
			t.Errorf("in %s: ours %q, gcc %q\n%s", in, at(g, i), w[i], def)
			if bad++; bad > 3 {
				return
			}
		}
	}
}

func at(s []string, i int) string {
	if i < len(s) {
		return s[i]
	}
	return ""
}

func structNamed(u *parse.Unit, i int) cc.Type {
	name := fmt.Sprintf("S%d", i)
	for _, n := range u.AST.Scope.Nodes[name] {
		if s, ok := n.(*cc.StructOrUnionSpecifier); ok {
			return s.Type()
		}
	}
	return nil
}

func runC(t *testing.T, src string) string {
	dir := t.TempDir()
	c, exe := filepath.Join(dir, "l.c"), filepath.Join(dir, "l")
	if err := os.WriteFile(c, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", c, "-o", exe).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
