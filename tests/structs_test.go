package tests

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestMappedStructs: random structures (bit-fields, packed, aligned, #pragma
// pack, nested, unions, arrays) that the host fills are mapped, read and
// written on the CPU device, and read back. OMPCC_STRUCTS (40) is their number.
func TestMappedStructs(t *testing.T) {
	t.Parallel()
	mappedStructs(t, 40, "cpu", []string{"-O0", "-O2"}, []string{"OMP_TARGET_OFFLOAD=MANDATORY"})
}

// TestMappedStructsEmulated is the same on the emulated NVIDIA device.
func TestMappedStructsEmulated(t *testing.T) {
	t.Parallel()
	mappedStructs(t, 40, "nvptx", []string{"-O1"}, emulated(t, ""))
}

// structsInProgram and structsInRegion are how many structures one program, and one target
// region of it, have.
const (
	structsInProgram = 100
	structsInRegion  = 10
)

// maxLeaves bounds the structures that are members of others: without a bound they double.
const maxLeaves = 20

func mappedStructs(t *testing.T, n int, target string, levels, env []string) {
	cc, dir := ompcc(t), t.TempDir()
	if s := os.Getenv("OMPCC_STRUCTS"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	for from := 0; from < n; from += structsInProgram {
		g := &structGen{r: rand.New(rand.NewSource(int64(from) + 1))}
		for i := range min(structsInProgram, n-from) {
			g.structure(i)
		}
		g.flush()
		src := filepath.Join(dir, "structs.c")
		if err := os.WriteFile(src, []byte(g.program()), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, level := range levels {
			if r := run(t, dir, nil, cc, "-w", level, "-fopenmp-targets="+target, src, "-o", "structs"); r.exit != 0 {
				t.Fatalf("%s\n%s", r.stderr, g.program())
			}
			r := run(t, dir, env, filepath.Join(dir, "structs"))
			if r.exit != 0 || r.stdout != "ok\n" {
				t.Errorf("structures from %d, %s: exit %d, %s%s\n%s", from, level, r.exit, r.stdout, r.stderr,
					g.program())
			}
		}
	}
	t.Logf("%d structures on %s at %v", n, target, levels)
}

// structGen makes the program.
type structGen struct {
	r           *rand.Rand
	types, main strings.Builder
	leaves      [][]leaf // of each structure
	region      structRegion
}

// structRegion is the text of one target region with several structures.
type structRegion struct {
	n                                int
	fill, maps, device, write, check strings.Builder
}

// leaf is a member that is read and written, by its path from the structure.
type leaf struct {
	path string
	max  int64 // values are 0 … max
}

var scalarTypes = []struct {
	name string
	bits int // of an unsigned or signed integer, 0: no bit-fields
}{{"signed char", 8}, {"unsigned char", 8}, {"short", 16}, {"unsigned short", 16}, {"int", 32}, {"unsigned", 32}, {"long", 64}, {"unsigned long", 64}, {"float", 0}, {"double", 0}}

func (g *structGen) structure(no int) {
	pack := g.r.Intn(6) == 0
	if pack {
		fmt.Fprintf(&g.types, "#pragma pack(push, %d)\n", 1<<g.r.Intn(4))
	}
	fmt.Fprintf(&g.types, "struct s%d {\n", no)
	var leaves []leaf
	for i := range 1 + g.r.Intn(8) {
		leaves = append(leaves, g.member(no, fmt.Sprintf("f%d", i))...)
	}
	attrs := []string{"", "", "", " __attribute__((packed))", " __attribute__((aligned(16)))",
		" __attribute__((packed, aligned(4)))"}
	fmt.Fprintf(&g.types, "}%s;\n", attrs[g.r.Intn(len(attrs))])
	if pack {
		g.types.WriteString("#pragma pack(pop)\n")
	}
	g.leaves = append(g.leaves, leaves)
	g.use(no, leaves)
}

func (g *structGen) member(no int, name string) []leaf {
	k := g.r.Intn(10)
	s := scalarTypes[g.r.Intn(len(scalarTypes))]
	full := leaf{name, 100}
	switch {
	case k < 4 && s.bits > 0:
		w := 2 + g.r.Intn(s.bits-1)
		if g.r.Intn(8) == 0 {
			fmt.Fprintf(&g.types, "    %s : %d;\n", s.name, g.r.Intn(s.bits+1))
		}
		fmt.Fprintf(&g.types, "    %s %s : %d;\n", s.name, name, w)
		return []leaf{{name, 1<<min(w-1, 30) - 1}}
	case k == 4:
		fmt.Fprintf(&g.types, "    %s %s[3];\n", s.name, name)
		return []leaf{{name + "[0]", 100}, {name + "[2]", 100}}
	case k == 5 && no > 0:
		in := g.r.Intn(no)
		for len(g.leaves[in]) > maxLeaves {
			in = g.r.Intn(no)
		}
		fmt.Fprintf(&g.types, "    struct s%d %s;\n", in, name)
		var list []leaf
		for _, l := range g.leaves[in] {
			list = append(list, leaf{name + "." + l.path, l.max})
		}
		return list
	case k == 6:
		fmt.Fprintf(&g.types, "    union { %s %s; double %sd; char %sc[5]; };\n", s.name, name, name, name)
	case k == 7:
		fmt.Fprintf(&g.types, "    %s %s __attribute__((aligned(%d)));\n", s.name, name, 1<<g.r.Intn(5))
	case k == 8:
		fmt.Fprintf(&g.types, "    _Bool %s;\n", name)
		return []leaf{{name, 1}}
	default:
		fmt.Fprintf(&g.types, "    %s %s;\n", s.name, name)
	}
	return []leaf{full}
}

// use fills the structure, checks and changes it on the device, and checks it again; a
// region does so with several.
func (g *structGen) use(no int, leaves []leaf) {
	r := &g.region
	fmt.Fprintf(&r.fill, "        struct s%d x%d; memset(&x%d, 0, sizeof x%d);\n", no, no, no, no)
	fmt.Fprintf(&r.maps, ", x%d", no)
	fmt.Fprintf(&r.device, "            size += sizeof x%d;\n", no)
	fmt.Fprintf(&r.check, "        size -= sizeof x%d;\n", no)
	for _, l := range leaves {
		x, first, second := fmt.Sprintf("x%d.%s", no, l.path), g.r.Int63n(l.max+1), g.r.Int63n(l.max+1)
		fmt.Fprintf(&r.fill, "        %s = %d;\n", x, first)
		fmt.Fprintf(&r.device, "            if (%s != %d) bad = %d;\n", x, first, no+1)
		fmt.Fprintf(&r.write, "            %s = %d;\n", x, second)
		fmt.Fprintf(&r.check, "        if (%s != %d) bad = %d;\n", x, second, no+1)
	}
	if r.n++; r.n == structsInRegion {
		g.flush()
	}
}

// flush writes the region.
func (g *structGen) flush() {
	r := &g.region
	if r.n == 0 {
		return
	}
	g.main.WriteString("    {\n" + r.fill.String() + "        unsigned long size = 0;\n        #pragma omp target map(tofrom: bad, size" + r.maps.String() + ")\n        {\n" +
		r.device.String() + r.write.String() + "        }\n" + r.check.String() + "        if (bad || size) { printf(\"s%d %ld\\n\", bad - 1, size); return 1; }\n    }\n")
	g.region = structRegion{}
}

// program has a main that clang does not optimise: the device's part is what is tested.
func (g *structGen) program() string {
	return "#include <stdio.h>\n#include <string.h>\n" + g.types.String() + "__attribute__((optnone)) int main(void)\n{\n    int bad = 0;\n" + g.main.String() + "    puts(\"ok\");\n    return 0;\n}\n"
}
