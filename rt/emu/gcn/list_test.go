package gcn

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ompcc/rt/emu/check"
)

var listing = flag.String("listing", "", "a pattern of files of llvm-objdump, named arch.*, of which "+listFile+" is made")

const listFile = "testdata/instructions.txt"

// listed is a form of an instruction in the list: what its name and its modifiers are, how often it occurs, and one of
// its occurrences.
type listed struct {
	arch, form string
	count      int
	text       string
}

// TestInstructionList executes one instruction of each form that LLVM prints for the device library, the examples and
// cases: the emulator must have it.
func TestInstructionList(t *testing.T) {
	if *listing != "" {
		writeList(t)
	}
	data, err := os.ReadFile(listFile)
	if err != nil {
		t.Fatal(err)
	}
	if executeOnce("gfx942", "v_no_such_b32 v0, v1") == nil {
		t.Error("an instruction that does not exist is executed")
	}
	known := map[string]int{}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(f) != 4 {
			t.Fatalf("%q is no line of the list", line)
		}
		known[f[0]]++
		if fault := executeOnce(f[0], f[3]); fault != nil {
			t.Errorf("%s: %s: %v", f[0], f[3], fault)
		}
	}
	for _, arch := range machines {
		if known[arch] < 300 {
			t.Errorf("%d forms of %s", known[arch], arch)
		}
	}
}

// executeOnce executes an instruction whose registers are 0, and returns an error of the emulator itself.
func executeOnce(arch, text string) (fault *check.Fault) {
	w := newWave(arch)
	if arch == "gfx1100" {
		w.waveSize = 32
	}
	w.dev.Memory = &Memory{Base: 1 << 40, Bytes: make([]byte, 1<<12), States: make([]byte, 1<<12)}
	w.lds, w.ldsStates = make([]byte, 1<<16+16), make([]byte, 1<<16+16)
	w.private = 1 << 12
	w.scratch, w.scratchStates = make([]byte, 64<<12), make([]byte, 64<<12)
	w.lanes = 1
	defer func() {
		e := recover()
		f, isFault := e.(*check.Fault)
		switch {
		case isFault && f.Kind == check.Internal:
			fault = f
		case e != nil && !isFault:
			fault = &check.Fault{Kind: check.Internal, Text: fmt.Sprint(e)}
		}
	}()
	o := w.object
	o.at = map[uint64]int{}
	if rest, ok := strings.CutPrefix(text, "s_cbranch"); ok || strings.HasPrefix(text, "s_branch") {
		for _, f := range strings.Fields(rest + text) {
			if n, err := strconv.Atoi(f); err == nil { // it leads to itself
				o.at[4+uint64(int64(int16(n)))*4] = 0
			}
		}
	}
	o.code = []inst{{text: text}}
	o.decode(0)
	o.code[0].op(w, &o.code[0])
	return nil
}

// writeList makes the list of disassembled code.
func writeList(t *testing.T) {
	files, err := filepath.Glob(*listing)
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, no files match %s", err, *listing)
	}
	found := map[[2]string]*listed{}
	total := 0
	for _, name := range files {
		arch, _, _ := strings.Cut(filepath.Base(name), ".")
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for s := bufio.NewScanner(f); s.Scan(); {
			text, _, ok := strings.Cut(s.Text(), "//")
			if !ok || !strings.HasPrefix(text, "\t") {
				continue
			}
			text = strings.Join(strings.Fields(text), " ")
			if strings.HasPrefix(text, ".long") {
				continue // a constant of a case
			}
			total++
			key := [2]string{arch, formOf(text)}
			if found[key] == nil {
				found[key] = &listed{arch: arch, form: key[1], text: text}
			}
			found[key].count++
		}
		_ = f.Close() // it was read
	}
	var all []*listed
	for _, l := range found {
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b *listed) int {
		return cmp.Or(cmp.Compare(a.arch, b.arch), cmp.Compare(a.form, b.form))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "# Forms of instructions in %d instructions of %d code objects (the device library, the examples, cases of tests):\n"+
		"# architecture, form, number of occurrences, one of them. go test ./rt/emu/gcn -run TestInstructionList -listing='DIR/gfx*.txt'\n", total, len(files))
	for _, l := range all {
		fmt.Fprintf(&b, "%s\t%s\t%d\t%s\n", l.arch, l.form, l.count, l.text)
	}
	if err := os.WriteFile(listFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// formOf is an instruction's name and the names of its modifiers, for both halves of a dual one.
func formOf(text string) string {
	if first, second, dual := strings.Cut(text, " :: "); dual {
		return formOf(first) + " :: " + formOf(second)
	}
	name, rest, _ := strings.Cut(text, " ")
	form := []string{name}
	if strings.HasPrefix(name, "s_waitcnt") || strings.HasPrefix(name, "s_delay_alu") || strings.HasPrefix(name, "s_clause") {
		return name
	}
	operands, modifiers := fields(rest)
	for _, o := range operands {
		for _, mark := range []string{"|", "neg(", "abs(", "sext(", "lit("} {
			if strings.Contains(o, mark) && !slices.Contains(form, mark) {
				form = append(form, mark)
			}
		}
	}
	for _, m := range modifiers {
		key, _, _ := strings.Cut(m, ":")
		if key == "offset" || key == "offset0" || key == "offset1" || key == "row_mask" || key == "bank_mask" {
			continue
		}
		form = append(form, key)
	}
	return strings.Join(form, " ")
}
