package loops

import (
	"fmt"
	"slices"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// texts prints loops as text: a loop is its name.
type texts struct {
	loops  []string
	counts map[string]string
	log    []string
}

func (p *texts) Take(at, depth int) bool { return at+depth <= len(p.loops) }
func (p *texts) Loops() []string         { return p.loops }
func (p *texts) Replace(at, k int, loops ...string) {
	p.loops = slices.Concat(p.loops[:at], loops, p.loops[at+k:])
}

func (p *texts) Generate(k Kind, like, count string, _ ...string) string {
	name := fmt.Sprintf("%s%d", like, k)
	p.counts[name] = count
	return name
}

func (p *texts) Define(l, value string, _ ...string) { p.log = append(p.log, l+" = "+value) }
func (p *texts) Renamed(_ Kind, l string) string     { return l }
func (p *texts) Unroll(l string, factor int) {
	p.log = append(p.log, fmt.Sprintf("unroll %s %d", l, factor))
}
func (p *texts) Trip(l string) string               { return "#" + l }
func (p *texts) Index(l string) string              { return l }
func (p *texts) Size(e *tree.Expr, _ string) string { return e.Text }
func (p *texts) Number(_ string, v int64) string    { return fmt.Sprint(v) }
func (p *texts) Add(x, y string) string             { return "(" + x + " + " + y + ")" }
func (p *texts) Sub(x, y string) string             { return "(" + x + " - " + y + ")" }
func (p *texts) Mul(x, y string) string             { return x + "*" + y }
func (p *texts) Min(x, y string) string             { return "min(" + x + ", " + y + ")" }
func (p *texts) CeilDiv(x, y, _ string) string      { return "ceil(" + x + "/" + y + ")" }
func (p *texts) Errorf(_ diag.Span, _ diag.Code, _, format string, args ...any) bool {
	p.log = append(p.log, fmt.Sprintf(format, args...))
	return false
}

func exprs(list ...string) (out []*tree.Expr) {
	for _, s := range list {
		out = append(out, &tree.Expr{Text: s})
	}
	return out
}

func TestChange(t *testing.T) {
	for _, c := range []struct {
		kind   spec.DirectiveKind
		clause spec.ClauseKind
		args   []*tree.Expr
		loops  string
		log    string
	}{
		{spec.Tile, spec.SizesClause, exprs("4"), "[i0=ceil(#i/4) i1=min(4, (#i - i0*4)) j]", "[i = (i0*4 + i1)]"},
		{spec.Stripe, spec.SizesClause, exprs("4", "8"),
			"[i2=min(4, #i) j2=min(8, #j) i3=ceil((#i - i2)/4) j3=ceil((#j - j2)/8)]", "[i = (i3*4 + i2) j = (j3*8 + j2)]"},
		{spec.Reverse, spec.NoClause, nil, "[i4=#i j]", "[i = ((#i - 1) - i4)]"},
		{spec.Interchange, spec.NoClause, nil, "[j i]", "[]"},
		{spec.Interchange, spec.PermutationClause, exprs("1", "1"), "[i j]",
			"[permutation must name each of the 2 loops once, but is '1']"},
		{spec.Unroll, spec.NoClause, nil, "[i j]", "[unroll i -1]"},
		{spec.Unroll, spec.PartialClause, exprs("3"), "[i6=ceil(#i/3) i7=min(3, (#i - i6*3)) j]",
			"[i = (i6*3 + i7) unroll i7 3]"},
		{spec.Barrier, spec.NoClause, nil, "[i j]", "[directive 'barrier' cannot be applied to a generated loop]"},
	} {
		p := &texts{loops: []string{"i", "j"}, counts: map[string]string{}}
		dir := &tree.Directive{Kind: c.kind, Pragma: &parse.Pragma{}}
		if c.clause != spec.NoClause {
			dir.Clauses = append(dir.Clauses, &tree.Clause{Kind: c.clause, Exprs: c.args})
		}
		a := &Algebra[string, string]{Printer: p, At: &tree.Construct{Directive: dir}}
		a.Change(0, dir)
		var got []string
		for _, l := range p.loops {
			if n := p.counts[l]; n != "" {
				l += "=" + n
			}
			got = append(got, l)
		}
		if s := fmt.Sprint(got); s != c.loops {
			t.Errorf("%s %s: loops %s, want %s", c.kind, c.clause, s, c.loops)
		}
		if s := fmt.Sprint(p.log); s != c.log {
			t.Errorf("%s %s: %s, want %s", c.kind, c.clause, s, c.log)
		}
	}
}
