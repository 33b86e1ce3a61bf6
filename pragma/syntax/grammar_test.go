package syntax

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/tree"
)

// dump writes a directive in one line per clause.
func dump(d *tree.Directive) string {
	var b strings.Builder
	leafs := make([]string, len(d.Leafs))
	for i, l := range d.Leafs {
		leafs[i] = l.String()
	}
	fmt.Fprintf(&b, "  %s [%s]\n", d.Kind, strings.Join(leafs, "+"))
	if d.Args != nil {
		fmt.Fprintf(&b, "    args%s\n", dumpClause(d.Args))
	}
	if r := d.Reduction; r != nil {
		fmt.Fprintf(&b, "    reduction %q combiner %q init %q", r.ID, r.Combiner, r.Initializer)
		for _, t := range r.Types {
			fmt.Fprintf(&b, " type %q", t.Text)
		}
		b.WriteString("\n")
	}
	if m := d.Mapper; m != nil {
		fmt.Fprintf(&b, "    mapper %q type %q var %q\n", m.ID, m.Type, m.Var)
	}
	for _, c := range d.Clauses {
		fmt.Fprintf(&b, "    %s%s\n", c.Kind, dumpClause(c))
		for _, v := range c.Variants {
			if v == nil {
				b.WriteString("      (no directive)\n")
				continue
			}
			b.WriteString("    " + strings.ReplaceAll(strings.TrimSuffix(dump(v), "\n"), "\n", "\n    ") + "\n")
		}
	}
	return b.String()
}

func dumpClause(c *tree.Clause) string {
	var b strings.Builder
	for _, m := range c.Modifiers {
		b.WriteString(" mod " + dumpModifier(m))
	}
	for _, w := range c.Words {
		fmt.Fprintf(&b, " word %s", w)
	}
	for _, e := range c.Exprs {
		b.WriteString(" expr " + dumpExpr(e))
	}
	for _, it := range c.Items {
		b.WriteString(" item " + dumpItem(it))
	}
	for _, a := range c.Allocs {
		fmt.Fprintf(&b, " alloc{%s traits=%s space=%s}", a.Item.Text, a.Traits, a.MemSpace)
	}
	for _, m := range c.Trailing {
		b.WriteString(" then " + dumpModifier(m))
	}
	for _, s := range c.Selector {
		fmt.Fprintf(&b, " set %s", s.Name)
		for _, t := range s.Traits {
			fmt.Fprintf(&b, " %s", t.Name)
			if t.Score != nil {
				fmt.Fprintf(&b, " score %s", t.Score.Text)
			}
			for _, p := range t.Props {
				if p.Expr != nil {
					fmt.Fprintf(&b, "(expr %s)", p.Expr.Text)
				} else {
					fmt.Fprintf(&b, "(%s)", p.Word)
				}
			}
		}
	}
	if c.Written != "" {
		fmt.Fprintf(&b, " written as %s", c.Written)
	}
	return b.String()
}

func dumpExpr(e *tree.Expr) string {
	if e == nil {
		return "-"
	}
	return "<" + e.Text + ">"
}

func dumpModifier(m *tree.Modifier) string {
	s := m.Name
	if m.Word != "" {
		s += "(" + m.Word + ")"
	}
	for _, v := range m.Iter {
		s += fmt.Sprintf("{%s %s=%s:%s:%s}", v.Type, v.Name, dumpExpr(v.Begin), dumpExpr(v.End), dumpExpr(v.Step))
	}
	for _, e := range m.Args {
		s += dumpExpr(e)
	}
	if m.Args == nil && m.Word == "" && m.Iter == nil && m.Raw != "" {
		s += "(raw " + m.Raw + ")"
	}
	return s
}

func dumpItem(it *tree.Item) string {
	s := ""
	for _, e := range it.Shape {
		s += "shape" + dumpExpr(e)
	}
	s += it.Base
	if it.Name {
		s += "(name " + it.Text + ")"
	}
	for _, x := range it.Sections {
		if x.Single {
			s += "[" + dumpExpr(x.Lower) + "]"
			continue
		}
		s += fmt.Sprintf("[%s:%s:%s]", dumpExpr(x.Lower), dumpExpr(x.Length), dumpExpr(x.Stride))
	}
	return s
}

func parseText(text string) (*tree.Directive, *diag.List) {
	l := &diag.List{}
	return Parse(&parse.Pragma{Text: text, Pos: diag.Pos{File: "t.c", Line: 1, Col: 1}}, 60, l), l
}

var update = flag.Bool("update", false, "rewrite golden files")

// TestGrammar parses every line of testdata/grammar.in, each of them right, and
// compares what Parse made of it.
func TestGrammar(t *testing.T) {
	in, err := os.ReadFile("testdata/grammar.in")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(string(in)), "\n") {
		d, l := parseText(line)
		fmt.Fprintf(&b, "%s\n", line)
		if d == nil || l.HasErrors() {
			t.Errorf("%s:\n%s", line, l.Golden(diag.Error))
		}
		if d != nil {
			b.WriteString(dump(d))
		}
		for _, x := range l.All {
			b.WriteString("  " + x.Golden())
		}
	}
	const golden = "testdata/grammar.out"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("parsed directives differ (run with -update):\n%s", b.String())
	}
}

// FuzzParse: any text gives a directive or an error, never a panic, and every
// diagnostic lies inside the text.
func FuzzParse(f *testing.F) {
	in, err := os.ReadFile("testdata/grammar.in")
	if err != nil {
		f.Fatal(err)
	}
	for _, line := range strings.Split(string(in), "\n") {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, l := parseText(text)
		if d == nil && !l.HasErrors() {
			t.Errorf("%q: neither directive nor error", text)
		}
		for _, x := range l.All {
			if x.Span.Col < 1 || x.Span.Col > len(text)+1 {
				t.Errorf("%q: %s outside the text", text, x.Golden())
			}
		}
		if d != nil {
			slotsOf(d)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	text := "target teams distribute parallel for map(tofrom: a[0:n], b[0:n]) map(to: c) reduction(+: s) collapse(2) schedule(static, 4) if(n > 10)"
	for b.Loop() {
		parseText(text)
	}
}
