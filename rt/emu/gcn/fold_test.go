package gcn

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// operation is an operation of LLVM's IR on operands %a, %b and %c of one type.
type operation struct{ typ, result, code string }

// operations are those that LLVM folds when their operands are constants.
func operations() (all []operation) {
	for _, bits := range []string{"16", "32", "64"} {
		t := "i" + bits
		add := func(code string) { all = append(all, operation{t, t, code}) }
		for _, op := range []string{"add", "sub", "mul", "and", "or", "xor"} {
			add("%r = " + op + " T %a, %b")
		}
		for _, op := range []string{"shl", "lshr", "ashr"} {
			add(fmt.Sprintf("%%n = and T %%b, %s\n%%r = %s T %%a, %%n", map[string]string{"16": "15", "32": "31", "64": "63"}[bits], op))
		}
		if bits != "16" { // LLVM calls no function for them
			for _, op := range []string{"udiv", "urem"} {
				add("%n = or T %b, 1\n%r = " + op + " T %a, %n")
			}
			for _, op := range []string{"sdiv", "srem"} {
				add("%s = lshr T %b, 1\n%n = or T %s, 1\n%r = " + op + " T %a, %n")
			}
		}
		for _, op := range []string{"umax", "umin", "smax", "smin", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"} {
			add("%r = call T @llvm." + op + ".T(T %a, T %b)")
		}
		for _, op := range []string{"ctpop", "bswap", "bitreverse"} {
			add("%r = call T @llvm." + op + ".T(T %a)")
		}
		for _, op := range []string{"ctlz", "cttz", "abs"} {
			add("%r = call T @llvm." + op + ".T(T %a, i1 false)")
		}
		for _, op := range []string{"fshl", "fshr"} {
			add("%r = call T @llvm." + op + ".T(T %a, T %b, T %c)")
		}
		for _, p := range []string{"eq", "ult", "uge", "slt", "sge"} {
			add("%p = icmp " + p + " T %a, %b\n%r = select i1 %p, T %b, T %c")
		}
	}
	for _, t := range []string{"half", "float", "double"} {
		add := func(result, code string) { all = append(all, operation{t, result, code}) }
		for _, op := range []string{"fadd", "fsub", "fmul", "fdiv"} {
			add(t, "%r = "+op+" T %a, %b")
		}
		add(t, "%r = call T @llvm.fma.T(T %a, T %b, T %c)")
		for _, op := range []string{"minnum", "maxnum", "copysign"} {
			add(t, "%r = call T @llvm."+op+".T(T %a, T %b)")
		}
		for _, op := range []string{"fabs", "floor", "ceil", "trunc", "roundeven"} {
			add(t, "%r = call T @llvm."+op+".T(T %a)")
		}
		add(t, "%p = fcmp uno T %a, %a\n%s = select i1 %p, T 2.0, T %a\n%n = call T @llvm.fabs.T(T %s)\n%r = call T @llvm.sqrt.T(T %n)")
		for _, p := range []string{"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"} {
			add(t, "%p = fcmp "+p+" T %a, %b\n%r = select i1 %p, T %b, T %c")
		}
		for _, i := range []string{"i32", "i64"} {
			for _, op := range []string{"sitofp", "uitofp"} {
				add(t, "%i = "+map[string]string{"i32": "trunc i64 %a.w to i32", "i64": "add i64 %a.w, 0"}[i]+"\n%r = "+op+" "+i+" %i to T")
			}
			add(i, "%r = call "+i+" @llvm.fptosi.sat."+i+".T(T %a)")
			add(i, "%r = call "+i+" @llvm.fptoui.sat."+i+".T(T %a)")
		}
	}
	return append(all, operation{"float", "double", "%r = fpext float %a to double"},
		operation{"double", "float", "%r = fptrunc double %a to float"},
		operation{"float", "half", "%r = fptrunc float %a to half"}, operation{"half", "float", "%r = fpext half %a to float"})
}

var widths = map[string]int{"i16": 16, "i32": 32, "i64": 64, "half": 16, "float": 32, "double": 64}

var suffixes = map[string]string{"half": "f16", "float": "f32", "double": "f64"}

// text is the operation on three words of 64 bits, %a.w, %b.w and %c.w; its result is the word %w. n makes names unique.
func (o operation) text(n int, words [3]string) string {
	var b strings.Builder
	for i, name := range []string{"a", "b", "c"} {
		fmt.Fprintf(&b, "%%%s.w = add i64 WORD%d, 0\n", name, i)
		bits := widths[o.typ]
		from := fmt.Sprintf("%%%s.w", name)
		if bits < 64 {
			fmt.Fprintf(&b, "%%%s.i = trunc i64 %%%s.w to i%d\n", name, name, bits)
			from = fmt.Sprintf("%%%s.i", name)
		}
		fmt.Fprintf(&b, "%%%s = bitcast i%d %s to %s\n", name, bits, from, o.typ)
	}
	code := strings.ReplaceAll(o.code, "."+"T(", "."+cmp.Or(suffixes[o.typ], o.typ)+"(")
	code = strings.ReplaceAll(code, "T ", o.typ+" ")
	code = strings.ReplaceAll(code, "to T", "to "+o.typ)
	fmt.Fprintf(&b, "%s\n", code)
	bits := widths[o.result]
	fmt.Fprintf(&b, "%%r.i = bitcast %s %%r to i%d\n", o.result, bits)
	if bits < 64 {
		fmt.Fprintf(&b, "%%w = zext i%d %%r.i to i64\n", bits)
	} else {
		b.WriteString("%w = add i64 %r.i, 0\n")
	}
	return strings.NewReplacer("%", fmt.Sprintf("%%o%d.", n), "WORD0", words[0], "WORD1", words[1], "WORD2", words[2]).
		Replace(b.String())
}

// samples are the words that the lanes of a wavefront have: special ones and random ones.
func samples() (words [64][3]uint64) {
	r := rand.New(rand.NewPCG(26, 1))
	special := []uint64{0, 1, math.MaxUint64, 1 << 63, 1<<63 - 1, 0x80000000, 0x7fffffff, 0xffffffff, 0x8000, 0x7fff, 0xffff,
		math.Float64bits(1.5), math.Float64bits(-0.5), math.Float64bits(math.Inf(1)), math.Float64bits(1e300), math.Float64bits(5e-324),
		uint64(math.Float32bits(1.5)), uint64(math.Float32bits(-2.5)), uint64(math.Float32bits(float32(math.Inf(-1)))),
		uint64(math.Float32bits(1e-40)), 0x3c00, 0xc100, 0x7bff, 0x0001, 0x7c00}
	for l := range words {
		for i := range words[l] {
			words[l][i] = r.Uint64()
			if r.IntN(2) == 0 {
				words[l][i] = special[r.IntN(len(special))]
			}
		}
	}
	return words
}

// TestFoldedOperations executes operations of LLVM's IR, in lanes and as scalar ones, and compares the results with those that LLVM
// computes at compile time.
func TestFoldedOperations(t *testing.T) {
	if testing.Short() {
		t.Skip("LLVM compiles much")
	}
	tool, err := disassembler()
	if err != nil {
		require.Missing(t, "%v", err)
	}
	llvm, ops, words := filepath.Dir(tool), operations(), samples()
	want := folded(t, llvm, ops, words)
	for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
		for _, uniform := range []bool{false, true} {
			if uniform && arch == "gfx90a" {
				continue // its scalar instructions are those of gfx942
			}
			got := emulatedResults(t, llvm, arch, ops, words, uniform)
			bad := 0
			for i, o := range ops {
				for l := range got[i] {
					if want[i][l] == nil {
						continue
					}
					g, w := got[i][l], uint64(*want[i][l])
					if g == w || isNaN(o.result, g) && isNaN(o.result, w) {
						continue
					}
					if bad++; bad < 20 {
						t.Errorf("%s, uniform %v: %s: %s of %#x: %#x, LLVM folds it to %#x", arch, uniform, o.typ, o.code, words[l], g, w)
					}
				}
			}
			if bad > 0 {
				t.Errorf("%s, uniform %v: %d results differ", arch, uniform, bad)
			}
		}
	}
}

func isNaN(typ string, v uint64) bool {
	switch typ {
	case "half":
		return v&0x7fff > 0x7c00
	case "float":
		return v&0x7fffffff > 0x7f800000
	case "double":
		return v&(1<<63-1) > 0x7ff<<52
	}
	return false
}

// folded has LLVM compute all results; nil: it leaves one to the hardware.
func folded(t *testing.T, llvm string, ops []operation, words [64][3]uint64) (results [][]*int64) {
	t.Helper()
	var b strings.Builder
	b.WriteString("@out = global i64 0\ndefine void @f() {\n")
	n := 0
	for _, o := range ops {
		for _, w := range words {
			b.WriteString(o.text(n, [3]string{fmt.Sprint(int64(w[0])), fmt.Sprint(int64(w[1])), fmt.Sprint(int64(w[2]))}))
			fmt.Fprintf(&b, "store volatile i64 %%o%d.w, ptr @out\n", n)
			n++
		}
	}
	b.WriteString("ret void\n}\n")
	cmd := exec.Command(filepath.Join(llvm, "opt"), "-passes=early-cse,instsimplify", "-S")
	cmd.Stdin = strings.NewReader(b.String())
	var diag strings.Builder
	cmd.Stderr = &diag
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, diag.String()[:min(diag.Len(), 2000)])
	}
	var all []*int64
	unfolded := 0
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "store volatile i64 "); ok {
			v := new(int64)
			if _, err := fmt.Sscanf(text, "%d,", v); err != nil { // an infinite square root
				v = nil
				unfolded++
			}
			all = append(all, v)
		}
	}
	if len(all) != 64*len(ops) || unfolded > len(all)/100 {
		t.Fatalf("%d results of %d, of which LLVM does not fold %d", len(all), 64*len(ops), unfolded)
	}
	for i := range ops {
		results = append(results, all[64*i:64*i+64])
	}
	return results
}

// scalarSamples is for how many of the samples scalar instructions are executed.
const scalarSamples = 6

// emulatedResults executes the operations: in the lanes of wavefronts, or by scalar instructions.
func emulatedResults(t *testing.T, llvm, arch string, ops []operation, words [64][3]uint64, uniform bool) [][]uint64 {
	t.Helper()
	var b strings.Builder
	b.WriteString("target triple = \"amdgcn-amd-amdhsa\"\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n" +
		"define amdgpu_kernel void @k(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {\n")
	lanes := 64
	if uniform {
		lanes = 1
		b.WriteString("%at = add i64 0, 0\n")
	} else {
		b.WriteString("%id = call i32 @llvm.amdgcn.workitem.id.x()\n%at = zext i32 %id to i64\n")
	}
	n := 0
	for s := range map[bool]int{true: scalarSamples, false: 1}[uniform] {
		for i := range 3 { // in[sample][lane][3]
			fmt.Fprintf(&b, "%%x%d.%d = mul i64 %%at, 3\n%%y%d.%d = add i64 %%x%d.%d, %d\n%%p%d.%d = getelementptr i64, ptr addrspace(1) %%in, i64 %%y%d.%d\n"+
				"%%v%d.%d = load i64, ptr addrspace(1) %%p%d.%d\n", s, i, s, i, s, i, 3*s+i, s, i, s, i, s, i, s, i)
		}
		for i, o := range ops {
			b.WriteString(o.text(n, [3]string{fmt.Sprintf("%%v%d.0", s), fmt.Sprintf("%%v%d.1", s), fmt.Sprintf("%%v%d.2", s)}))
			fmt.Fprintf(&b, "%%q%d = getelementptr i64, ptr addrspace(1) %%out, i64 %d\n%%z%d = getelementptr i64, ptr addrspace(1) %%q%d, i64 %%at\n"+
				"store volatile i64 %%o%d.w, ptr addrspace(1) %%z%d\n", n, (i*scalarSamples+s)*64, n, n, n, n)
			n++
		}
	}
	fmt.Fprintf(&b, "ret void\n}\nattributes #0 = { \"amdgpu-flat-work-group-size\"=\"%d,%d\" }\n", lanes, lanes)
	bed := newBed(t, llvm, b.String(), "llc", "-O1", "-mcpu="+arch, "-filetype=obj")
	for l := range words {
		for i, w := range words[l] {
			binary.LittleEndian.PutUint64(bed.words(bedIn+8*(3*l+i)), w)
		}
	}
	bed.launch(t, 1, lanes)
	var results [][]uint64
	for i := range ops {
		var row []uint64
		for s := range map[bool]int{true: scalarSamples, false: 1}[lanes == 1] {
			for l := range lanes {
				row = append(row, binary.LittleEndian.Uint64(bed.words(bedOut+8*((i*scalarSamples+s)*64+l))))
			}
		}
		results = append(results, row)
	}
	return results
}
