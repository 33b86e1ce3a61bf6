package tree

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
)

// InteropRequest is what an init clause or an append_args operation asks of an
// interoperability object (5.2 §14.1.2, §7.5.3).
type InteropRequest struct {
	Target, TargetSync bool
	// Prefer are foreign runtimes as values of omp_interop_fr_t, the most
	// preferred first.
	Prefer []int
}

// ForeignRuntimes are the names that prefer_type takes, as strings and as
// enumerators omp_ifr_… (OpenMP Additional Definitions).
var ForeignRuntimes = map[string]int{
	"cuda": 1, "cuda_driver": 2, "opencl": 3, "sycl": 4, "hip": 5, "level_zero": 6, "hsa": 7,
}

// Interop is the request of an init clause.
func (c *Clause) Interop() InteropRequest {
	r := InteropRequest{Target: c.HasModifier("target"), TargetSync: c.HasModifier("targetsync")}
	if m := c.Modifier("prefer_type"); m != nil {
		r.Prefer = c.preferred(m.Raw)
	}
	return r
}

// Append are the requests of an append_args clause, one for each argument.
func (c *Clause) Append() []InteropRequest {
	var list []InteropRequest
	for _, w := range c.Words {
		open, end := strings.IndexByte(w, '('), strings.LastIndexByte(w, ')')
		if open < 0 || end < open {
			continue
		}
		var r InteropRequest
		for _, m := range parse.SplitCommas(w[open+1 : end]) {
			switch {
			case m == "target":
				r.Target = true
			case m == "targetsync":
				r.TargetSync = true
			case strings.HasPrefix(m, "prefer_type"):
				if i := strings.IndexByte(m, '('); i > 0 {
					r.Prefer = c.preferred(strings.TrimSuffix(m[i+1:], ")"))
				}
			}
		}
		list = append(list, r)
	}
	return list
}

// preferred reads prefer_type's list: names, numbers, or {fr(name), attr(…)} (6.0
// §16.1.3). What is not known here is no foreign runtime of any device.
func (c *Clause) preferred(text string) []int {
	var list []int
	for _, p := range parse.SplitCommas(text) {
		if strings.HasPrefix(p, "{") {
			p = runtimeIn(p)
			if p == "" {
				continue
			}
		}
		if i := slices.IndexFunc(c.Runtimes, func(e *Expr) bool { return e.Text == strings.TrimSpace(p) }); i >= 0 {
			if n, ok := ctree.ConstInt(c.Runtimes[i].Node); ok {
				list = append(list, int(n))
			}
			continue
		}
		p = strings.TrimPrefix(strings.Trim(strings.TrimSpace(p), `"`), "omp_ifr_")
		if n, ok := ForeignRuntimes[p]; ok {
			list = append(list, n)
		} else if n, err := strconv.Atoi(p); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// runtimeIn is the argument of fr in preferences in braces, "" without one.
func runtimeIn(preference string) string {
	for _, p := range parse.SplitCommas(strings.Trim(preference, "{}")) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(p), "fr("); ok {
			return strings.TrimSuffix(rest, ")")
		}
	}
	return ""
}

// InteropVar is a variable of an action clause of interop.
type InteropVar struct {
	Text string
	At   diag.Span
	Node cc.ExpressionNode
}

// InteropVars are the objects of an init, use or destroy clause.
func InteropVars(cl *Clause) (list []InteropVar) {
	for _, it := range cl.Items {
		list = append(list, InteropVar{it.Text, it.Span, it.Node})
	}
	for _, e := range cl.Exprs {
		list = append(list, InteropVar{e.Text, e.Span, e.Node})
	}
	return list
}
