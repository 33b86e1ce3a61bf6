package loops

import (
	"fmt"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// texts prints numbers as text. A generated loop has the name of the loop that it counts like, and its kind.
type texts map[*Loop]string

func (t texts) name(l *Loop) string {
	if l.Count == nil {
		return t[l]
	}
	return fmt.Sprintf("%s%d", t.name(l.Like), l.Kind)
}

func (t texts) number(x *Number) string {
	switch x.Op {
	case Constant:
		return fmt.Sprint(x.Value)
	case Argument:
		return x.Expr.Text
	case Once:
		return t.number(x.X)
	case Trip:
		return "#" + t.name(x.Loop)
	case Index:
		return t.name(x.Loop)
	}
	format := map[Op]string{Add: "(%s + %s)", Sub: "(%s - %s)", Mul: "%s*%s", Min: "min(%s, %s)", CeilDiv: "ceil(%s/%s)"}[x.Op]
	return fmt.Sprintf(format, t.number(x.X), t.number(x.Y))
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
		{spec.Tile, spec.SizesClause, exprs("4"), "[i1=ceil(#i/4) i2=min(4, (#i - i1*4)) j]", "[i = (i1*4 + i2)]"},
		{spec.Stripe, spec.SizesClause, exprs("4", "8"),
			"[i3=min(4, #i) j3=min(8, #j) i4=ceil((#i - i3)/4) j4=ceil((#j - j3)/8)]", "[i = (i4*4 + i3) j = (j4*8 + j3)]"},
		{spec.Reverse, spec.NoClause, nil, "[i5=#i j]", "[i = ((#i - 1) - i5)]"},
		{spec.Interchange, spec.NoClause, nil, "[j6=#j i6=#i]", "[j = j6 i = i6]"},
		{spec.Interchange, spec.PermutationClause, exprs("1", "1"), "[i j]",
			"['1' is repeated or out of range: clause 'permutation' names each of the 2 loops once]"},
		{spec.Unroll, spec.NoClause, nil, "[i9=#i(unroll -1) j]", "[i = i9]"},
		{spec.Unroll, spec.PartialClause, exprs("3"), "[i7=ceil(#i/3) i8=min(3, (#i - i7*3))(unroll 3) j]",
			"[i = (i7*3 + i8)]"},
		{spec.Barrier, spec.NoClause, nil, "[i j]", "[directive 'barrier' cannot be applied to a generated loop]"},
	} {
		t.Run(fmt.Sprint(c.kind, c.clause), func(t *testing.T) {
			i, j := &Loop{}, &Loop{}
			names, n := texts{i: "i", j: "j"}, &Nest{Loops: []*Loop{i, j}}
			dir := &tree.Directive{Kind: c.kind, Pragma: &parse.Pragma{}}
			if c.clause != spec.NoClause {
				dir.Clauses = append(dir.Clauses, &tree.Clause{Kind: c.clause, Exprs: c.args})
			}
			r := &Reader{Construct: &tree.Construct{Directive: dir}, Diags: &diag.List{}}
			r.change(n, 0, dir)
			var got, log []string
			for _, l := range n.Loops {
				s := names.name(l)
				if l.Count != nil {
					s += "=" + names.number(l.Count)
				}
				if l.Unroll != 0 {
					s += fmt.Sprintf("(unroll %d)", l.Unroll)
				}
				got = append(got, s)
			}
			for _, d := range n.Defs {
				log = append(log, names.name(d.Loop)+" = "+names.number(d.Value))
			}
			for _, d := range r.Diags.All {
				log = append(log, d.Message)
			}
			if s := fmt.Sprint(got); s != c.loops {
				t.Errorf("loops %s, want %s", s, c.loops)
			}
			if s := fmt.Sprint(log); s != c.log {
				t.Errorf("%s, want %s", s, c.log)
			}
		})
	}
}

func TestSegments(t *testing.T) {
	i := &Loop{}
	names, n := texts{i: "i"}, &Nest{Loops: []*Loop{i}}
	counts := n.segments(i, &tree.Clause{Exprs: []*tree.Expr{{Text: "2"}, nil, {Text: "3"}}})
	var got []string
	for _, c := range counts {
		got = append(got, names.number(c))
	}
	want := "[min(2, #i) ((#i - min(2, #i)) - min(3, (#i - min(2, #i)))) min(3, (#i - min(2, #i)))]"
	if s := fmt.Sprint(got); s != want {
		t.Errorf("counts %s, want %s", s, want)
	}
}
