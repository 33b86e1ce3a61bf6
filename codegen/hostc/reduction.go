package hostc

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// needsFunctions reports whether the combiner or the initializer of c, a declare reduction (OpenMP 5.2 §5.5.11),
// has expressions that host compilers take only in functions. These are statement expressions and compound
// literals: clang wants constant initialisers in them, and gcc makes them a variable that does not exist.
func (w reductionWriter) needsFunctions(c *tree.Construct) bool {
	if c.Kind != spec.DeclareReduction || c.Reduction == nil {
		return false
	}
	found := false
	look := func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.PostfixExpression:
			found = found || n.Case == cc.PostfixExpressionComplit
		case *cc.PrimaryExpression:
			found = found || n.Case == cc.PrimaryExpressionStmt
		}
		return !found
	}
	for _, t := range c.Reduction.Types {
		if t.Combiner != nil {
			ctree.Walk(t.Combiner, look)
		}
		if t.Init != nil {
			ctree.Walk(t.Init, look)
		}
		if t.InitCall != nil {
			ctree.Walk(t.InitCall, look)
		}
	}
	return found
}

// collectReductions has functions of ours do the work of such directives. Those of a block stand
// before its function.
func (w reductionWriter) collectReductions() {
	for _, c := range (directiveWriter{w.writer}).staying() {
		if !w.needsFunctions(c) {
			continue
		}
		functions, directives := w.reductionFunctions(c), reductionDirectives(c)
		if c.Func == nil {
			w.edits = append(w.edits, &edit{start: c.Pragma.Start, end: c.Pragma.End, text: func() string {
				return w.generated(c.Pragma.Start) + functions + directives
			}})
			continue
		}
		at, _ := w.u.NodeRange(c.Func)
		w.edits = append(w.edits,
			&edit{start: at, end: at, text: func() string {
				return strings.TrimPrefix(w.generated(at), w.lineStart(at)) + functions
			}},
			&edit{start: c.Pragma.Start, end: c.Pragma.End, text: func() string { return directives }})
	}
}

func combinerName(c *tree.Construct, i int) string {
	return fmt.Sprintf("__ompcc_combine_%d_%d", c.Pragma.ID, i)
}

func initializerName(c *tree.Construct, i int) string {
	return fmt.Sprintf("__ompcc_initialize_%d_%d", c.Pragma.ID, i)
}

// reductionFunctions are a combiner and, if c says how, an initializer for each type.
func (w reductionWriter) reductionFunctions(c *tree.Construct) string {
	var b strings.Builder
	r := c.Reduction
	define := func(i int, name, first, second, body string) {
		names := map[string]string{first: "(*__ompcc_a)", second: "(*__ompcc_b)"}
		body = renamed(body, func(name string) (string, bool) { e, ok := names[name]; return e, ok })
		fmt.Fprintf(&b, "static __attribute__((unused)) void %s(void *__ompcc_p, void *__ompcc_q) {\n%s", name,
			w.localTypes(c))
		t := "__typeof__(" + r.Types[i].Text + ")"
		fmt.Fprintf(&b,
			"%s *__ompcc_a = (%s *)__ompcc_p, *__ompcc_b = (%s *)__ompcc_q; (void)__ompcc_a; (void)__ompcc_b;\n%s;\n}\n", t, t, t, body)
	}
	for i, t := range r.Types {
		define(i, combinerName(c, i), "omp_out", "omp_in", r.Combiner)
		switch {
		case t.Init != nil:
			_, value, _ := strings.Cut(r.Initializer, "=")
			define(i, initializerName(c, i), "omp_priv", "omp_orig",
				fmt.Sprintf("__typeof__(%s) __ompcc_v = %s; __builtin_memcpy((void *)__ompcc_a, (const void *)&__ompcc_v, sizeof __ompcc_v)", t.Text, value))
		case t.InitCall != nil:
			define(i, initializerName(c, i), "omp_priv", "omp_orig", r.Initializer)
		}
	}
	return b.String()
}

// reductionDirectives declare the reduction by these functions.
func reductionDirectives(c *tree.Construct) string {
	var lines []string
	for i, t := range c.Reduction.Types {
		s := fmt.Sprintf("#pragma omp declare reduction(%s : %s : %s(&omp_out, &omp_in))", c.Reduction.ID, t.Text,
			combinerName(c, i))
		if t.Init != nil || t.InitCall != nil {
			s += fmt.Sprintf(" initializer(%s(&omp_priv, &omp_orig))", initializerName(c, i))
		}
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}
