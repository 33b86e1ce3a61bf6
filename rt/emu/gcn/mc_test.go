package gcn

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// assembled is an instruction as llvm-mc reads it: what it prints, and the operands of its MCInst.
type assembled struct {
	text      string
	registers []string // v0, s4, a1 …; sorted
	numbers   map[int64]bool
}

var (
	machineOperand  = regexp.MustCompile(`<MCOperand (Reg|Imm|SFPImm|DFPImm|Expr):([^>]*)>`)
	machineRegister = regexp.MustCompile(`(VGPR|SGPR|AGPR|TTMP)(\d+)`)
)

// assemble assembles texts in one run of llvm-mc. The instructions that the architecture does not have are left out.
func assemble(t *testing.T, arch string, texts []string) map[string]assembled {
	t.Helper()
	tool, err := disassembler()
	if err != nil {
		require.Missing(t, "%v", err)
	}
	tool = filepath.Join(filepath.Dir(tool), "llvm-mc")
	if _, err := os.Stat(tool); err != nil {
		require.Missing(t, "%v", err)
	}
	var in bytes.Buffer
	for i, text := range texts {
		fmt.Fprintf(&in, "line%d:\n%s\n", i, text)
	}
	cmd := exec.Command(tool, "-triple=amdgcn-amd-amdhsa", "-mcpu="+arch, "-show-inst")
	cmd.Stdin = &in
	out, _ := cmd.Output() // it fails for the instructions that it does not take
	found := map[string]assembled{}
	for part := range strings.SplitSeq("\n"+string(out), "\nline") {
		number, rest, ok := strings.Cut(part, ":\n")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || !strings.Contains(rest, "<MCInst") {
			continue
		}
		text, _, _ := strings.Cut(rest, ";")
		a := assembled{text: strings.Join(strings.Fields(text), " "), numbers: map[int64]bool{}}
		for _, o := range machineOperand.FindAllStringSubmatch(rest, -1) {
			if v, err := strconv.ParseInt(o[2], 0, 64); err == nil {
				a.numbers[v] = true
			}
			for _, r := range machineRegister.FindAllStringSubmatch(o[2], -1) {
				name := map[string]string{"VGPR": "v", "SGPR": "s", "AGPR": "a", "TTMP": "ttmp"}[r[1]] + r[2]
				if o[1] == "Reg" && !slices.Contains(a.registers, name) {
					a.registers = append(a.registers, name)
				}
			}
		}
		slices.Sort(a.registers)
		found[texts[n]] = a
	}
	return found
}

// named are the registers that the emulator takes an instruction to use, but for those that instructions use unnamed.
func (in *inst) named() (names []string) {
	for _, r := range slices.Concat(in.vectors, in.results) {
		name := fmt.Sprintf("v%d", r)
		if r >= accumulators {
			name = fmt.Sprintf("a%d", r-accumulators)
		}
		names = append(names, name)
	}
	for _, r := range in.scalars {
		switch {
		case r < flatScratch:
			names = append(names, fmt.Sprintf("s%d", r))
		case r >= ttmp && r < m0:
			names = append(names, fmt.Sprintf("ttmp%d", r-ttmp))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestAssembler compares how the emulator reads each form of the list with how LLVM's assembler reads it: the text, the
// registers, and the constants and offsets.
func TestAssembler(t *testing.T) {
	for arch, texts := range listedTexts(t) {
		found := assemble(t, arch, texts)
		for _, text := range texts {
			want, ok := found[text]
			if !ok {
				t.Errorf("%s: llvm-mc does not take %s", arch, text)
				continue
			}
			if want.text != text {
				t.Errorf("%s: %s is %s for llvm-mc", arch, text, want.text)
			}
			want.compare(t, arch, text)
		}
	}
}

func (a *assembled) compare(t *testing.T, arch, text string) {
	t.Helper()
	in := decoded(arch, text)
	if got := in.named(); !slices.Equal(got, a.registers) {
		t.Errorf("%s: %s: registers %v, not %v", arch, text, got, a.registers)
	}
	if _, ok := in.flags["offset"]; ok && !strings.Contains(text, "swizzle") && !a.numbers[in.offset] {
		t.Errorf("%s: %s: offset %d is none of %v", arch, text, in.offset, a.numbers)
	}
	for _, o := range in.args {
		if o.kind != constant || strings.Contains(text, "lit(") { // an expression in the MCInst
			continue
		}
		v := int64(o.value) // with 64 bits, or the upper half of a double
		if !a.numbers[v] && !a.numbers[int64(int32(v))] && !a.numbers[int64(uint32(v))] && !a.numbers[v<<32] {
			t.Errorf("%s: %s: constant %d is none of %v", arch, text, o.value, a.numbers)
		}
	}
}

// decoded is an instruction as the emulator reads it.
func decoded(arch, text string) *inst {
	o := &Object{Arch: arch, at: map[uint64]int{}, code: []inst{{text: text}}}
	o.decode(0)
	return &o.code[0]
}

// listedTexts are the occurrences in the list of forms, by architecture.
func listedTexts(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile(listFile)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 4 {
			texts[f[0]] = append(texts[f[0]], f[3])
		}
	}
	return texts
}

// TestNeighbours: LLVM may choose other encodings of the vector instructions in the list, with DPP, SDWA, or the modifiers
// of VOP3. The emulator executes each that llvm-mc takes.
func TestNeighbours(t *testing.T) {
	modifiers := []string{"e64", "dpp quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", "dpp row_newbcast:3 row_mask:0xf bank_mask:0xf",
		"e64_dpp row_shr:1 row_mask:0xf bank_mask:0xf", "dpp dpp8:[1,0,3,2,5,4,7,6]",
		"sdwa dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_0", "sdwa src0_sel:BYTE_1 src1_sel:WORD_0",
		"sdwa dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_1", "e64 clamp", "e64 mul:2", " clamp", " op_sel:[1,0]", " op_sel:[1,0,1]", " op_sel:[1,0,1,1]",
		" op_sel_hi:[0,1]", " op_sel_hi:[0,1,0]", " neg_lo:[1,0]", " neg_lo:[1,0,1] neg_hi:[0,1,0]"}
	clamped := regexp.MustCompile(`^v_(pk_)?(add|sub)|^v_(pk_)?(mul|fma|max|min|mad)\w*_f\d\d`)
	suffixes := regexp.MustCompile(`(_e64_dpp|_dpp|_sdwa|_e64|_e32)$`)
	for arch, texts := range listedTexts(t) {
		var tried []string
		for _, text := range texts {
			name, rest, _ := strings.Cut(text, " ")
			if !strings.HasPrefix(name, "v_") || strings.Contains(text, "::") {
				continue
			}
			operands, _ := fields(rest)
			for i, o := range operands { // sources in vector registers
				a, err := parseOperand(o)
				switch {
				case err != nil || i == 0 || a.kind == scalar && a.reg >= vcc:
				case a.count == 2:
					operands[i] = fmt.Sprintf("v[%d:%d]", 2*i, 2*i+1)
				case a.count <= 1:
					operands[i] = fmt.Sprintf("v%d", i)
				}
			}
			for _, m := range modifiers {
				if strings.Contains(m, "clamp") && !clamped.MatchString(name) {
					continue // LLVM saturates sums of integers only
				}
				suffix, after, _ := strings.Cut(m, " ")
				if suffix != "" {
					suffix = "_" + suffix
				}
				tried = append(tried, suffixes.ReplaceAllString(name, "")+suffix+" "+strings.Join(operands, ", ")+" "+after)
			}
		}
		slices.Sort(tried)
		tried = slices.Compact(tried)
		found := assemble(t, arch, tried)
		for _, text := range tried {
			a, ok := found[text]
			if !ok {
				continue
			}
			if fault := executeOnce(arch, a.text); fault != nil {
				t.Errorf("%s: %s: %v", arch, a.text, fault)
			}
			a.compare(t, arch, a.text)
		}
		t.Logf("%s: %d of %d", arch, len(found), len(tried))
		if len(found) < 500 {
			t.Errorf("%s: %d neighbours", arch, len(found))
		}
	}
}
