package lower_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/check"
	"ompcc/pragma/resolve"
	"ompcc/pragma/syntax"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

var update = flag.Bool("update", false, "write the golden files")

// lowerSource runs the stages up to lower on one C text.
func lowerSource(t testing.TB, name, src string) (*lower.Program, *diag.List) {
	t.Helper()
	u, diags := parse.FromString(name, src, "gcc")
	if u == nil || diags.HasErrors() {
		return nil, diags
	}
	m := syntax.NewMarker(52, diags)
	if err := u.Translate(m.Mark, diags); err != nil || diags.HasErrors() {
		return nil, diags
	}
	tr := tree.Bind(u, m.Dirs, diags)
	resolve.Complete(tr, diags)
	check.Check(tr, diags)
	if diags.HasErrors() {
		return nil, diags
	}
	before := fingerprint(tr)
	p := lower.Lower(tr, &lower.Options{Sites: true}, diags)
	if d := cmp.Diff(before, fingerprint(tr)); d != "" {
		t.Errorf("lowering has changed the construct tree (-before +after):\n%s", d)
	}
	return p, diags
}

// TestGolden compares the region text and the host items of each file in
// testdata with its golden file, and verifies the module.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, diags := lowerSource(t, filepath.Base(file), string(src))
	got := ""
	for _, d := range diags.All {
		got += fmt.Sprintf("%s: %s: %s [%s] %s\n", d.Span.Pos, d.Severity, d.Message, d.Section, d.Fix)
	}
	if p != nil {
		got += dumpHost(p) + p.Module.String()
		if !diags.HasErrors() {
			for _, err := range region.Verify(p.Module) {
				t.Errorf("verify: %v", err)
			}
			text := p.Module.TextWithPlaces()
			if m, err := region.Parse(file, text); err != nil {
				t.Error(err)
			} else if d := cmp.Diff(text, m.TextWithPlaces()); d != "" {
				t.Errorf("with places (-printed +read):\n%s", d)
			}
		}
	}
	want := strings.TrimSuffix(file, ".c") + ".region"
	if *update {
		if err := os.WriteFile(want, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	exp, err := os.ReadFile(want)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(exp), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", want, d)
	}
}

// TestNoOrphans fails for golden files without an input.
func TestNoOrphans(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.region")
	for _, f := range files {
		if _, err := os.Stat(strings.TrimSuffix(f, ".region") + ".c"); err != nil {
			t.Errorf("%s has no input", f)
		}
	}
}

var kindNames = []string{"map", "attach", "value", "pointer", "device_ptr", "use_device_ptr", "use_device_addr", "copy"}

var flagNames = []string{
	"to", "from", "always", "delete", "release", "close", "present", "self", "implicit", "param",
	"span", "member", "null_if_absent", "hold", "strided", "section", "zero_len", "mapper",
}

func flagText(f uint32) string {
	var r []string
	for i, n := range flagNames {
		if f&(1<<i) != 0 {
			r = append(r, n)
		}
	}
	return strings.Join(r, "|")
}

// dumpHost writes what hostc gets, one line per item.
func dumpHost(p *lower.Program) string {
	var b strings.Builder
	kinds := map[int]string{abi.KindTarget: "target", abi.KindEnterData: "enter data", abi.KindExitData: "exit data",
		abi.KindUpdate: "update", abi.KindData: "data"}
	for _, h := range p.Host {
		fmt.Fprintf(&b, "host %s line %d", kinds[h.Kind], h.Construct.Pos().Line)
		for _, x := range [][2]string{
			{"device", h.Device}, {"if", h.If}, {"num_teams_lower", h.NumTeamsLower}, {"num_teams", h.NumTeams},
			{"thread_limit", h.ThreadLimit}, {"num_threads", h.NumThreads}, {"trip", h.Trip.String()},
			{"task", h.TaskClauses}, {"pragma",
				strings.TrimPrefix(spell.Rest(h.Construct, spell.Compiler{}), "#pragma omp ")},
		} {
			if x[1] != "" {
				fmt.Fprintf(&b, " %s=%q", x[0], x[1])
			}
		}
		if h.NoWait {
			b.WriteString(" nowait")
		}
		fmt.Fprintf(&b, " flags=%d\n", h.Flags)
		for _, t := range h.Temps {
			fmt.Fprintf(&b, "  temp %s %s = %s\n", t.Type, t.Name, t.Init)
		}
		for _, s := range h.Shadows {
			fmt.Fprintf(&b, "  shadow %s init=%v\n", s.Name, s.Init)
		}
		for i, it := range h.Items {
			fmt.Fprintf(&b, "  %d %s %s [%s] parent=%d type=%q\n     base=%s begin=%s size=%s\n", i, kindNames[it.Kind],
				it.Name, flagText(it.Flags), it.Parent, it.Type, it.Base, it.Begin, it.Size)
			if it.Rect != nil {
				fmt.Fprintf(&b, "     rect base=%s elem=%s dims=%q\n", it.Rect.Base, it.Rect.Elem, it.Rect.Dims)
			}
		}
	}
	for _, g := range p.Globals {
		fmt.Fprintf(&b, "global %s sym=%s kind=%d size=%d\n", g.Name, g.Sym, g.Kind, g.Size)
	}
	return b.String()
}
