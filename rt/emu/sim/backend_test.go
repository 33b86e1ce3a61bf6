package sim

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// refusals are the instructions of LLVM's back end that the device does not execute,
// and what is said of them when a module is loaded. Our kernels and clang's OpenMP
// runtime have none of them.
var refusals = []struct{ form, message string }{
	{`(tex|tld4|suld|sust|suq|txq|istypep)\..*`, "unknown instruction"}, // textures and surfaces
	{`(wmma|mma|ldmatrix|stmatrix)\..*`, "unknown instruction"},         // matrices
	{`(mbarrier|cp)\..*`, "unknown instruction"},                        // asynchronous copies
	{`(mapa|getctarank|setmaxnreg)\..*`, "unknown instruction"},         // clusters of blocks
	{`barrier\.cluster\..*`, "the modifier .cluster is not"},            //
	{`shfl\.(up|down|bfly|idx)\.b32`, "only shfl.sync is supported"},    // before sm_70
	{`vote\.(all|any|uni|ballot)\..*`, "only vote.sync is supported"},   //
	{`(ex2|lg2|rsqrt)\.approx\.f64`, ""},                                // rsqrt is executed; of the others the ISA knows nothing
	{`cvta(\.to)?\.\w+\.u32|alloca\.u32`, ""},                           // addresses of 32 bits: the module is refused
}

// heads are instructions that LLVM's table continues with modifiers from code.
var heads = []string{"ld", "st", "cvt", "set", "setp", "min", "max", "min.ftz", "max.ftz"}

// TestBackEnd goes through the table from which the installed LLVM prints
// instructions: each is one of forms.txt, which TestForms executes, or is refused.
func TestBackEnd(t *testing.T) {
	text, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Fields(string(text))
	patterns := make([]*regexp.Regexp, len(refusals))
	for i, r := range refusals {
		patterns[i] = regexp.MustCompile(`^(` + r.form + `)$`)
	}
	executed, refused := 0, 0
	for _, form := range printed(t) {
		if slices.Contains(known, form) || slices.Contains(heads, form) ||
			slices.Contains([]string{"bra.uni", "call", "call.uni", "ret", "trap"}, form) {
			executed++ // control flow has tests of its own
			continue
		}
		i := slices.IndexFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(form) })
		if i < 0 {
			t.Errorf("%s is neither executed nor refused", form)
			continue
		}
		refused++
		if m := refusals[i].message; m != "" {
			if _, err := testDevice(t).Load(wrap(form + " %r1, %r2;")); err == nil ||
				!strings.Contains(err.Error(), m) || !strings.Contains(err.Error(), form) {
				t.Errorf("%s: %v, want %q", form, err, m)
			}
		}
	}
	t.Logf("%d executed, %d refused", executed, refused)
	if executed < 600 || refused < 500 {
		t.Errorf("the table is not read right: %d are executed, %d refused", executed, refused)
	}
}

// printed are the instructions in LLVM's table: texts, each ended by a zero, of which
// an instruction takes what is in front of its first operand.
func printed(t *testing.T) []string {
	t.Helper()
	libraries, err := filepath.Glob("/usr/lib/llvm-19/lib/libLLVM.so.19*")
	if err != nil || len(libraries) == 0 {
		t.Skip("LLVM 19 is not installed")
	}
	data, err := os.ReadFile(libraries[0])
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte("match.any.sync.b32 \t"))
	if at < 0 {
		t.Skip("this LLVM has no NVPTX back end")
	}
	text := func(c byte) bool { return c == 0 || c == '\t' || c == '\n' || c >= ' ' && c < 127 }
	from, to := at, at
	for ; text(data[from-1]); from-- {
	}
	for ; text(data[to]); to++ {
	}
	head := regexp.MustCompile(`^[a-z][a-z0-9_]*([.:]+[a-zA-Z0-9_]+)*`)
	var forms []string
	for _, s := range strings.Split(string(data[from:to]), "\x00") {
		form := head.FindString(strings.TrimLeft(s, "{ \t\n("))
		if form == "" || len(s) < 4 || !strings.ContainsAny(s, " \t;") && !slices.Contains(heads, form) {
			continue // punctuation, and tails of other entries
		}
		if tail := s[strings.Index(s, form)+len(form):]; strings.HasPrefix(tail, ".NaN") ||
			slices.Contains(forms, form) {
			continue // .NaN is in forms.txt with its whole name
		}
		forms = append(forms, form)
	}
	return append(forms, ends(strings.Split(string(data[from:to]), "\x00"), head)...)
}

// noInstruction are ends of texts that look like instructions and are none.
var noInstruction = regexp.MustCompile(`^((ld|st|red|bar|barrier)\..*|add\.noftz\..*|sqrt\.approx(\.ftz)?\.f64)$`)

// ends are the instructions that LLVM has no text of their own for, since they are how another one's
// ends: or.b32 is the end of xor.b32.
func ends(texts []string, head *regexp.Regexp) (forms []string) {
	for _, s := range texts {
		for i := 1; i < len(s); i++ {
			form := head.FindString(s[i:])
			op, _, modified := strings.Cut(form, ".")
			if modified && decoders[op] != nil && strings.HasPrefix(strings.TrimLeft(s[i+len(form):], " "), "\t") &&
				!noInstruction.MatchString(form) && !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}
