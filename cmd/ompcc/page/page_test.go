package page

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/google/go-cmp/cmp"

	"ompcc/parse/diag"
)

var update = flag.Bool("update", false, "write the expected file anew")

const kernel = "__ompcc_k_app_c_scale_l4"

// sample is a command that compiled testdata/app.c for two GPUs. Its code is as LLVM wrote it.
func sample(t testing.TB) *Command {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	at := func(line, col int) diag.Pos { return diag.Pos{File: "app.c", Line: line, Col: col} }
	remark := func(kind diag.RemarkKind, pass, id string, line int, parts ...any) *diag.Remark {
		r := diag.NewRemark(kind, pass, id, kernel, diag.Span{Pos: at(line, 15)}, parts...)
		r.Construct = at(4, 15)
		return r
	}
	region := "module \"app.c\"\n\n; app.c:4:15\nkernel @" + kernel + "(\n    $y: mapped ptr to f64\n) teams {\n  f64[$y] = 1\n}"
	listing := Listing{Text: region,
		Places:  []diag.Pos{{}, {}, at(4, 15), at(4, 15), at(4, 15), at(4, 15), at(6, 5), at(4, 15)},
		Kernels: map[string][2]int{kernel: {2, 8}}}
	warning := &diag.Diagnostic{Severity: diag.Warning, Span: diag.Span{Pos: at(6, 5)}, Message: "this is <doubtful>",
		Fix: "write something else", Notes: []diag.NoteAt{{Span: diag.Span{Pos: at(5, 3)}, Message: "because of this"}}}
	return &Command{Title: "app.c", Line: "ompcc -O2 app.c", Version: "0", Messages: []*diag.Diagnostic{warning},
		Sources: []*Source{{
			File: "app.c",
			Constructs: []*Construct{{At: at(4, 15), End: 6, Name: "target teams distribute parallel for",
				Function: "scale", Kernel: kernel}},
			Remarks: []*diag.Remark{
				remark(diag.Passed, diag.MapPass, "MapClause", 4, "'", diag.Fact("Variable", "y[0:n]"), "' is mapped ",
					diag.Fact("MapType", "tofrom"), ", ", diag.Fact("BytesTo", 8000), " bytes to the device at entry",
					[]any{" (OpenMP ", diag.Fact("Rule", "5.2 §5.8.3"), ")"}),
				remark(diag.Passed, diag.MapPass, "ImplicitFirstprivate", 5, "'", diag.Fact("Variable", "n"),
					"' is firstprivate", []any{" (OpenMP ", diag.Fact("Rule", "5.2 §5.1.1"), ")"}),
				remark(diag.Passed, diag.KernelPass, "OneIterationPerThread", 4, diag.Fact("Target", "nvptx"),
					": one iteration for each thread"),
				remark(diag.Missed, diag.KernelPass, "MayAlias", 4, diag.Fact("Target", "nvptx"),
					": other pointers may lead there"),
				remark(diag.Analysis, diag.KernelPass, "Code", 4, diag.Fact("Target", "nvptx"), " ",
					diag.Fact("Arch", "sm_80"), ": ", diag.Fact("Instructions", 12), " instructions"),
				remark(diag.Analysis, diag.KernelPass, "Code", 4, diag.Fact("Target", "nvptx"), " ",
					diag.Fact("Arch", "sm_80"), ", entry point for ", diag.Fact("Entry", "one iteration a thread"), ": ",
					diag.Fact("Instructions", 9), " instructions"),
			},
			Host: []byte(read("app.host.c")),
			Targets: []*Target{
				{Name: "nvptx", Arch: "sm_80", Region: listing, IR: read("app.ll"), Optimised: read("app.opt.ll"), Assembly: read("app.ptx"),
					Language: "PTX"},
				{Name: "amdgcn", Arch: "gfx90a", Region: listing, IR: read("app.ll"), Assembly: read("app.s"),
					Language: "GCN"},
			},
			Line: func(file string, n int) (string, bool) {
				lines := strings.Split(read("app.c"), "\n")
				if file != "app.c" || n < 1 || n > len(lines) {
					return "", false
				}
				return lines[n-1], true
			},
		}}}
}

// TestData compares all that the page's script gets with testdata/app.data: each line of each pane with the line of the
// source that it belongs to. Lines that the page hides at first have a bar.
func TestData(t *testing.T) {
	const file = "testdata/app.data"
	got := dump(sample(t).data())
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs; run with -update if that is meant\n%s", file, d)
	}
}

// dump writes the data for people: marks of colours are left out.
func dump(p *pageData) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", p.Title, p.Command)
	for _, m := range p.Messages {
		fmt.Fprintf(&b, "%+v\n", m)
	}
	for _, s := range p.Sources {
		for _, r := range s.Regions {
			fmt.Fprintf(&b, "\n%s in %s, %d to %d: %s\n", r.Name, r.Function, r.At, r.End, r.Kernel)
			for _, x := range r.Data {
				fmt.Fprintf(&b, "  %+v\n", x)
			}
			for _, x := range r.Facts {
				fmt.Fprintf(&b, "  %+v\n", x)
			}
			for _, x := range r.Remarks {
				fmt.Fprintf(&b, "  %+v\n", x)
			}
		}
		panes := []*paneData{s.Host}
		for _, t := range s.Targets {
			panes = append(panes, t.Panes...)
		}
		for _, x := range panes {
			fmt.Fprintf(&b, "\n%s, pieces %v\n", x.Name, x.Pieces)
			minor := map[int]bool{}
			for _, n := range x.Minor {
				minor[n] = true
			}
			for i, l := range x.Lines {
				bar, at := " ", ""
				if minor[i] {
					bar = "|"
				}
				if x.At[i] > 0 {
					at = fmt.Sprint(x.At[i])
				}
				b.WriteString(strings.TrimRight(fmt.Sprintf("%2s %s %s", at, bar, plain(l)), " ") + "\n")
			}
		}
	}
	return b.String()
}

// plain is a line without the marks of colours.
func plain(line string) string {
	return strings.Map(func(r rune) rune {
		if r >= firstMark && r < firstMark+rune(len(colours)) {
			return -1
		}
		return r
	}, line)
}

// TestColoursKeepText: colouring adds marks and changes nothing else.
func TestColoursKeepText(t *testing.T) {
	for file, language := range map[string]string{"app.c": langC, "app.host.c": langC, "app.ll": langLLVM,
		"app.ptx": langAssembly, "app.s": langAssembly, "app.data": langRegion} {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for i, got := range coloured(language, slices.Clone(lines)) {
			if plain(got) != lines[i] {
				t.Errorf("%s:%d: got %q, want %q", file, i+1, plain(got), lines[i])
			}
		}
	}
}

// TestColours: marks stand before words of a kind, and what they are made of cannot come from a text.
func TestColours(t *testing.T) {
	marked := func(s string) string {
		for i, c := range colours {
			s = strings.ReplaceAll(s, string(firstMark+rune(i)), "<"+string(c)+">")
		}
		return s
	}
	for _, c := range []struct{ language, text, want string }{
		{langC, "int x = 12; /* two", "<t>int < >x = <n>12< >; <c>/* two"},
		{langC, "#pragma omp target", "<p>#pragma omp target"},
		{langLLVM, "%i = add i32 %j, 1", "<v>%i < >= <k>add i32 <v>%j< >, <n>1"},
		{langAssembly, "    mov.u32 %r1, %tid.x;", "    <k>mov.u32 <v>%r1< >, <v>%tid.x< >;"},
		{langAssembly, ".LBB0_1: ; loop", "<l>.LBB0_1: <c>; loop"},
		{langRegion, "local i: i32", "<k>local < >i: <t>i32"},
		{langC, "x\uE001y\r", "x\uFFFDy"},
	} {
		if got := marked(coloured(c.language, []string{c.text})[0]); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
	lines := []string{"/* one", "", "two */ int x;", ""}
	got := coloured(langC, lines)
	if len(got) != len(lines) || marked(got[0]) != "<c>/* one" || marked(got[2]) != "<c>two */ <t>int < >x;" {
		t.Errorf("%q", got)
	}
}

// TestSelfContained: the page asks nothing of a network, and text of a program is no markup in it.
func TestSelfContained(t *testing.T) {
	c := sample(t)
	c.Title = `</title><script>bad()</script>`
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, bad := range []string{"http://", "https://", "src=", "<link", "@import", "url(", "<script>bad",
		"is <doubtful>"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	if strings.Count(page, "</script>") != 2 {
		t.Error("the page has other scripts than its data and its own")
	}
}

// TestEqualPages: equal commands have equal pages.
func TestEqualPages(t *testing.T) {
	var a, b bytes.Buffer
	if err := sample(t).Write(&a); err != nil {
		t.Fatal(err)
	}
	if err := sample(t).Write(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two pages of one command differ")
	}
}

// TestPatientLexers: a match may take any time, so that the machine's load does not decide about colours.
func TestPatientLexers(t *testing.T) {
	for _, language := range []string{langC, langLLVM, langRegion, langAssembly} {
		timed := 0
		config, rules := patient(chroma.MustNewXMLLexer(assets, "assets/lexers/"+language+".xml"))
		l := chroma.MustNewLexer(config, func() chroma.Rules {
			all := rules()
			all["root"] = append([]chroma.Rule{{Pattern: `x`, Type: chroma.Text, Mutator: chroma.MutatorFunc(func(s *chroma.LexerState) error {
				for _, state := range s.Rules {
					for _, r := range state {
						if r.Regexp.MatchTimeout < time.Hour {
							timed++
						}
					}
				}
				return nil
			})}}, all["root"]...)
			return all
		})
		if _, err := chroma.Tokenise(l, nil, "x\n"); err != nil || timed > 0 {
			t.Errorf("%s: %d patterns have a limit of time, %v", language, timed, err)
		}
	}
}
