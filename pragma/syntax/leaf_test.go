package syntax

import (
	"strings"
	"testing"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// clauseText writes a clause as clause(items).
func clauseText(c *tree.Clause) string {
	var names []string
	for _, it := range c.Items {
		names = append(names, it.Text)
	}
	s := c.Kind.String()
	if len(names) > 0 {
		s += "(" + strings.Join(names, ",") + ")"
	}
	if c.Implied {
		s += "!"
	}
	return s
}

// TestClausesFor covers the splitting rules of OpenMP 5.2 §17.2; ! marks what
// the rules add.
func TestClausesFor(t *testing.T) {
	for _, c := range []struct {
		text string
		want map[spec.DirectiveKind]string
	}{
		{"target teams distribute parallel for private(a) firstprivate(b) reduction(+: s) map(m) num_teams(2) collapse(2) nowait", map[spec.DirectiveKind]string{
			spec.Target:     "firstprivate(b) map(m) nowait map(s)!",
			spec.Teams:      "reduction(s) num_teams shared(b)!",
			spec.Distribute: "firstprivate(b) collapse",
			spec.Parallel:   "shared(b)! shared(s)!",
			spec.For:        "private(a) firstprivate(b) reduction(s) collapse",
		}},
		{"target teams distribute lastprivate(x) firstprivate(x)", map[spec.DirectiveKind]string{
			spec.Target:     "",
			spec.Teams:      "shared(x)! shared(x)!",
			spec.Distribute: "lastprivate(x) firstprivate(x)",
		}},
		{"target map(tofrom: s) firstprivate(s)", map[spec.DirectiveKind]string{spec.Target: "map(s) firstprivate(s)"}},
		{"target parallel map(s) firstprivate(s, u) reduction(+: r)", map[spec.DirectiveKind]string{
			spec.Target:   "map(s) firstprivate(u) map(r)!",
			spec.Parallel: "firstprivate(s,u) reduction(r)",
		}},
		{"parallel for simd linear(i) lastprivate(x) if(parallel: c) if(simd: d) order(concurrent)",
			map[spec.DirectiveKind]string{
				spec.Parallel: "if shared(i)! shared(x)!",
				spec.For:      "lastprivate(x) order",
				spec.Simd:     "linear(i) lastprivate(x) if order",
			}},
		{"target teams loop reduction(+: s) thread_limit(4)", map[spec.DirectiveKind]string{
			spec.Target: "thread_limit map(s)!",
			spec.Teams:  "thread_limit shared(s)!",
			spec.Loop:   "reduction(s)",
		}},
		{"parallel sections firstprivate(a) reduction(+: r)", map[spec.DirectiveKind]string{
			spec.Parallel: "shared(a)! shared(r)!",
			spec.Sections: "firstprivate(a) reduction(r)",
		}},
		{"parallel masked taskloop firstprivate(a) allocate(a) shared(b) default(none)", map[spec.DirectiveKind]string{
			spec.Parallel: "allocate(a) shared(b) default shared(a)!",
			spec.Masked:   "",
			spec.Taskloop: "firstprivate(a) allocate(a) shared(b) default",
		}},
	} {
		d, l := parseText(c.text)
		if l.HasErrors() {
			t.Errorf("%s:\n%s", c.text, l.Golden(2))
			continue
		}
		for leaf, want := range c.want {
			var got []string
			for _, cl := range d.ClausesFor(leaf) {
				got = append(got, clauseText(cl))
			}
			if g := strings.Join(got, " "); g != want {
				t.Errorf("%s\n%s: got  %s\n%s  want %s", c.text, leaf, g, strings.Repeat(" ", len(leaf.String())), want)
			}
		}
	}
}
