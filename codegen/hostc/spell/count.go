package spell

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// CountsAnew reports whether the loops of c are written with a variable that counts from 0 for
// host compiler h, which gets them wrong as they are (5.2 §4.4.1):
//   - clang's taskloop makes as many tasks of a loop without iterations as its grainsize divides
//     the greatest number into; the tasks do nothing, but libomp ends the program, or does not end;
//   - gcc 12 executes no iteration of a taskloop, or of a loop with ordered or a schedule that is not static,
//     that counts down in an unsigned type;
//   - gcc computes the number of iterations in the variable's type, and so does clang for
//     collapsed loops: it may be too narrow for the distance of the bounds and a step;
//   - gcc 12 adds a step to the last value, where it may pass the limits of the variable's type;
//   - to gcc a condition that holds for no value of the variable's type is no condition;
//   - gcc 12 takes wrong addresses for pointers that teams or distribute iterate over, or ends with an internal error.
func CountsAnew(c *tree.Construct, h Compiler) bool {
	if c.Nest == nil || c.Def == nil || c.Def.Assoc != spec.AssocLoop || c.Transforms() || !c.Nest.Perfect ||
		c.NonRectangular() || hasInscan(c) || !ownsLoopVariables(c) {
		return false
	}
	if o := c.Clause(spec.OrderedClause); o != nil && len(o.Exprs) > 0 {
		return false // its iterations are known by the program's variables
	}
	if slices.ContainsFunc(c.Nest.Loops, (*tree.Loop).LeadsAway) {
		return true // no iteration is executed
	}
	if !h.GCC {
		return c.Has(spec.Taskloop) && c.Clause(spec.GrainsizeClause) != nil ||
			slices.ContainsFunc(c.Nest.Loops, (*tree.Loop).Overflows)
	}
	schedule := c.Clause(spec.ScheduleClause)
	dynamic := c.Has(spec.Taskloop) || c.Clause(spec.OrderedClause) != nil ||
		schedule != nil && !slices.Contains(schedule.Words, "static")
	return slices.ContainsFunc(c.Nest.Loops, func(l *tree.Loop) bool {
		t := l.Var.Type()
		if !cc.IsIntegerType(t) {
			return c.Has(spec.Teams) || c.Has(spec.Distribute)
		}
		return l.Never() || t.Size() < 4 || l.Overflows() || l.PassesLimit() ||
			dynamic && !l.Up() && !cc.IsSignedInteger(t)
	})
}

// ownsLoopVariables reports whether the variables of c's loops have no value behind them.
func ownsLoopVariables(c *tree.Construct) bool {
	for _, l := range c.Nest.Loops {
		if !l.Declared && c.Has(spec.Simd) {
			return false
		}
	}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl != nil && cl.Kind != spec.PrivateClause && c.Nest.Counts(it.Decl) {
				return false
			}
		}
	}
	return true
}

// LosesSIMD reports whether the host compiler gets c without simd, which only permits that several iterations are
// executed at once. In a worksharing loop with ordered, clang executes the ordered regions in another order than
// the iterations' (5.2 §15.10.2). In a taskloop it takes the variables that tasks reduce for independent ones and
// loses the final values of loop variables. GCC loses the results of reduced sections that do not begin at 0.
func LosesSIMD(c *tree.Construct, h Compiler) bool {
	if !c.Has(spec.Simd) {
		return false
	}
	if h.GCC {
		return reducesOffset(c)
	}
	o := c.Clause(spec.OrderedClause)
	return c.Has(spec.For) && o != nil && (len(o.Exprs) == 0 || !c.HasDoacross()) ||
		c.Has(spec.Taskloop) && (c.Clause(spec.ReductionClause) != nil || c.Clause(spec.InReductionClause) != nil ||
			c.Nest != nil && slices.ContainsFunc(c.Nest.Loops, func(l *tree.Loop) bool { return !l.Declared }))
}

// reducesOffset reports whether c reduces a section whose lower bound may differ from 0.
func reducesOffset(c *tree.Construct) bool {
	for _, cl := range c.All(spec.ReductionClause) {
		for _, it := range cl.Items {
			for _, s := range it.Sections {
				if s.Lower == nil {
					continue
				}
				if v, ok := ctree.ConstInt(s.Lower.Node); !ok || v != 0 {
					return true
				}
			}
		}
	}
	return false
}

// copiesOut reports whether the last iteration of c's loops gives variables values.
func copiesOut(c *tree.Construct) bool {
	return c.Clause(spec.LastprivateClause) != nil || c.Clause(spec.LinearClause) != nil ||
		c.Has(spec.Simd) && c.Nest != nil && slices.ContainsFunc(c.Nest.Loops, func(l *tree.Loop) bool { return !l.Declared })
}

// writeLeafs writes the directive of some leafs of a construct.
type writeLeafs func(c *tree.Construct, h Compiler, leafs []spec.DirectiveKind) string

// textWithoutSIMD is the directive of leafs without simd, as write writes it. The worksharing loop takes linear
// then; of a taskloop's, hostc writes the values (InducesLinear), and loop variables that are
// declared outside have their last value behind the loop (5.2 §5.1.1).
func textWithoutSIMD(c *tree.Construct, h Compiler, leafs []spec.DirectiveKind, write writeLeafs) string {
	rest := slices.DeleteFunc(slices.Clone(leafs), func(l spec.DirectiveKind) bool { return l == spec.Simd })
	text := "parallel for num_threads(1)"
	if len(rest) > 0 {
		text = write(c, h, rest)
	} else {
		for _, cl := range c.Clauses {
			if tree.OneOf(cl.Kind, spec.PrivateClause, spec.LastprivateClause, spec.ReductionClause,
				spec.CollapseClause, spec.OrderClause) {
				text += " " + strings.TrimRight(c.Pragma.Text[cl.Start:cl.End], ", \t")
			}
		}
	}
	if c.Has(spec.Taskloop) || len(rest) == 0 {
		var own []string
		for _, it := range linearItems(c) {
			own = append(own, it.Text)
		}
		last := lastLoopVariables(c)
		if c.Has(spec.Taskloop) {
			return text + clauseOf("private", own) + clauseOf("lastprivate", last)
		}
		text += clauseOf("lastprivate", last)
	}
	for _, cl := range c.All(spec.LinearClause) {
		s, ok := hostLinear(cl)
		if !ok {
			s = strings.TrimRight(c.Pragma.Text[cl.Start:cl.End], ", \t")
		}
		text += " " + s
	}
	return text
}

// lastLoopVariables are the loop variables of c that are declared outside and that no clause makes private: those of
// simd and loop have their final values behind the loop (5.2 §5.1.1).
func lastLoopVariables(c *tree.Construct) (names []string) {
	if c.Nest == nil {
		return nil
	}
	for _, l := range c.Nest.Loops {
		if !l.Declared && !lists(c, l.Var, spec.PrivateClause, spec.LastprivateClause) {
			names = append(names, l.Var.Name())
		}
	}
	return names
}

// lastOfLoop is the clause by which clang's loop construct gives its loop variables their final values. By itself clang
// keeps them private.
func lastOfLoop(c *tree.Construct, h Compiler, leafs []spec.DirectiveKind) string {
	if h.GCC || !slices.Contains(leafs, spec.Loop) {
		return ""
	}
	return clauseOf("lastprivate", lastLoopVariables(c))
}

func clauseOf(kind string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " " + kind + "(" + strings.Join(names, ", ") + ")"
}

// linearItems are the linear list items of c that are no loop variables.
func linearItems(c *tree.Construct) (list []*tree.Item) {
	for _, cl := range c.All(spec.LinearClause) {
		for _, it := range cl.Items {
			if !c.Counts(it.Decl) {
				list = append(list, it)
			}
		}
	}
	return list
}

// lists reports whether a clause of the kinds has d.
func lists(c *tree.Construct, d *cc.Declarator, kinds ...spec.ClauseKind) bool {
	return slices.ContainsFunc(c.Clauses, func(cl *tree.Clause) bool {
		return tree.OneOf(cl.Kind, kinds...) && slices.ContainsFunc(cl.Items, func(it *tree.Item) bool { return it.Decl == d })
	})
}

// LinearStep is the step of a linear clause, nil for 1.
func LinearStep(cl *tree.Clause) *tree.Expr {
	if steps := tree.LinearSteps(cl); len(steps) > 0 {
		return steps[0]
	}
	return nil
}

// InducesLinear reports whether hostc writes the values of c's linear list items: a taskloop
// that loses simd has no such clause.
func InducesLinear(c *tree.Construct, h Compiler) bool {
	return c.Has(spec.Taskloop) && LosesSIMD(c, h) && len(linearItems(c)) > 0
}

// orderedWithoutSIMD is ordered construct c, with the clause simd, in a loop that has lost it.
func orderedWithoutSIMD(c *tree.Construct) string {
	if c.Clause(spec.ThreadsClause) == nil {
		return "" // a thread's iterations are in order
	}
	return orderedCalls // clang takes no more than one such construct in a loop
}

// ordersWithoutSIMD reports whether c is an ordered construct with the clause simd that binds to such a loop.
func ordersWithoutSIMD(c *tree.Construct, h Compiler) bool {
	if c.Kind != spec.Ordered || c.Clause(spec.SimdClause) == nil {
		return false
	}
	p := c.Parent
	for p != nil && !p.Has(spec.For) && !p.Has(spec.Simd) {
		p = p.Parent
	}
	return p != nil && LosesSIMD(p, h)
}
