// Package loops decides which loops a construct runs: the canonical loop nest at a statement, and what loop
// transformations (OpenMP 5.2 §9, 6.0 §11) make of it. A Nest says which loops there are, how often each runs, and
// which iteration of the program's loops belongs to an iteration of the new ones.
//
// It is independent of what the loops are made of. Package lower prints them as region IR, package hostc as host C.
package loops

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Reader reads the loops of one construct.
type Reader struct {
	Tree      *tree.Tree
	Construct *tree.Construct
	Diags     *diag.List // gets the errors
	// Nothing reports whether a metadirective becomes its statement alone.
	Nothing func(c *tree.Construct) bool
	// Exact is set if a loop cannot run too often with a condition inside.
	Exact bool
	// Perfect is set if no code can stand between the loops.
	Perfect bool
}

// at is the reader of another construct.
func (r *Reader) at(c *tree.Construct) *Reader {
	in := *r
	in.Construct = c
	return &in
}

func (r *Reader) errorf(span diag.Span, code diag.Code, section, format string, args ...any) *diag.Diagnostic {
	return r.Diags.Errorf(span, code, format, args...).WithSection(section)
}

func (r *Reader) span() diag.Span {
	return diag.Span{Pos: r.Construct.Pos(), Len: len(r.Construct.Kind.String())}
}

// section is the rule for the loops of the construct.
func (r *Reader) section() string {
	if r.Construct.Transforms() {
		return r.Construct.Def.Section
	}
	return "5.2 §4.4.1"
}

// TransformationAt is the loop-transforming construct that s is, or that is alone in the block s.
func TransformationAt(t *tree.Tree, s *cc.Statement) *tree.Construct {
	s = single(s)
	if s == nil || s.IterationStatement == nil {
		return nil
	}
	if c := t.ByLoop[s.IterationStatement]; c != nil && c.Transforms() {
		return c
	}
	return nil
}

// single strips blocks that hold nothing but one statement.
func single(s *cc.Statement) *cc.Statement {
	for s != nil && s.CompoundStatement != nil {
		l := s.CompoundStatement.BlockItemList
		if l == nil || l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt {
			return s
		}
		s = l.BlockItem.Statement
	}
	return s
}

// Consumes reports whether a transformation generates one of depth loops at s.
func Consumes(t *tree.Tree, s *cc.Statement, depth int) bool {
	for range depth {
		if TransformationAt(t, s) != nil {
			return true
		}
		if s = single(s); s.IterationStatement == nil {
			return false
		}
		s = s.IterationStatement.Statement
	}
	return false
}

// Nest is the nest of depth loops at s that the construct is associated with, or nil after an error. Inner loops of
// transformations may follow the depth loops. If counted is set, each loop counts from 0.
func (r *Reader) Nest(s *cc.Statement, depth int, counted bool) *Nest {
	n := &Nest{Body: s, Stmt: s}
	if !r.extend(n, depth, counted) {
		return nil
	}
	if i := slices.IndexFunc(n.Loops[:depth], func(l *Loop) bool { return l.Kind == Copies }); i >= 0 {
		r.errorf(r.span(), diag.NotALoop, "5.2 §9.2", "unroll generates one loop, but %d nested loops are needed", depth)
		return nil
	}
	if !r.privateVariables(n.Loops[:depth]) {
		return nil
	}
	return n
}

// privateVariables reports clauses that list the variables of those of the construct's loops that no transformation
// generates. Package check does so for a nest without generated loops.
func (r *Reader) privateVariables(list []*Loop) bool {
	if r.Construct.Nest != nil {
		return true
	}
	before := len(r.Diags.All)
	for _, l := range list {
		if l.Kind == Program {
			resolve.LoopVariableClauses(r.Tree, r.Construct, l.Program, r.Diags)
		}
	}
	return len(r.Diags.All) == before
}

// Generated are the loop nests, mostly one, that the transformation generates, or nil after an error.
func (r *Reader) Generated() []*Nest {
	c := r.Construct
	if c.Kind == spec.Fuse {
		return r.fuse()
	}
	n := &Nest{Body: c.Stmt, Stmt: c.Stmt}
	if !r.extend(n, tree.NestDepth(c.Directive), true) {
		return nil
	}
	return r.transform(n, c.Directive)
}

// Hinted is the loop of a stand-alone unroll with the optimiser's hint: unrolling does not change the order of the
// iterations.
func (r *Reader) Hinted() *Nest {
	n := &Nest{Body: r.Construct.Stmt}
	if !r.extend(n, 1, true) {
		return nil
	}
	g := n.renamed(Hinted, n.Loops[0])
	g.Unroll = -1
	if r.Construct.Clause(spec.PartialClause) != nil {
		g.Unroll = unrollFactor(r.Construct.Directive)
	}
	n.replace(0, 1, g)
	return n
}

// transform applies directive dir to the outermost loops of n.
func (r *Reader) transform(n *Nest, dir *tree.Directive) []*Nest {
	if dir.Kind == spec.Split {
		return r.split(n, dir)
	}
	if !r.change(n, 0, dir) {
		return nil
	}
	return []*Nest{n}
}

// extend takes loops out of n's body until it has depth of them.
func (r *Reader) extend(n *Nest, depth int, counted bool) bool {
	for _, l := range n.Loops[:min(depth, len(n.Loops))] {
		if l.Kind == Copies {
			r.errorf(r.span(), diag.NotALoop, "5.2 §9.2",
				"unroll generates one loop, but %d nested loops are needed", depth)
			return false
		}
	}
	for len(n.Loops) < depth {
		if n.Body == nil && len(n.Parts) > 0 {
			r.errorf(r.span(), diag.NotALoop, "6.0 §11.3",
				"fuse generates %d nested loops, but %d are needed", len(n.Loops), depth)
			return false
		}
		if c := TransformationAt(r.Tree, n.Body); c != nil {
			if !r.absorb(n, c) {
				return false
			}
			continue
		}
		if !r.program(n, depth, counted) {
			return false
		}
	}
	return true
}

// program adds the program's loop that n's body is.
func (r *Reader) program(n *Nest, depth int, counted bool) bool {
	before, loop, after := r.find(n.Body)
	if loop == nil {
		return r.missing(n, depth)
	}
	if len(before)+len(after) > 0 && (counted || r.Perfect || n.Generated()) {
		r.errorf(r.span(), diag.MissingLoop, r.section(), "directive '%s' needs %d perfectly nested loops, found %d",
			r.Construct.Kind, depth, len(n.Loops)).
			WithFix("write the loops directly inside each other, or ask for fewer")
		return false
	}
	head := r.canonical(loop)
	if head == nil {
		r.errorf(r.span(), diag.MissingLoop, r.section(), "directive '%s' needs %d canonical loops, found %d",
			r.Construct.Kind, depth, len(n.Loops))
		return false
	}
	l := &Loop{Program: head, Taken: counted}
	for _, e := range []cc.ExpressionNode{head.Init, head.Bound, head.Step} {
		v := n.mentions(e)
		if v == nil {
			continue
		}
		if counted || n.Generated() {
			r.errorf(r.Tree.Unit.NodeSpan(e), diag.NotRectangular, r.section(),
				"directive '%s' needs rectangular loops, but the bounds of loop '%s' depend on '%s'", r.Construct.Kind,
				head.Var.Name(), v.Name()).
				WithFix("let loop '%s' run to its greatest bound, with an if statement in its body", head.Var.Name())
			return false
		}
		l.NonRect = true
	}
	n.Loops, n.Before, n.After = append(n.Loops, l), append(n.Before, before), append(n.After, after)
	if counted {
		n.Setup, n.Defs = append(n.Setup, Step{Loop: l}), append(n.Defs, Definition{Loop: l})
	}
	n.Body = loop.Statement
	return true
}

// canonical is the for statement f as a canonical loop, or nil (5.2 §4.4.1).
func (r *Reader) canonical(f *cc.IterationStatement) *tree.Loop {
	if n := r.Construct.Nest; n != nil {
		if i := slices.IndexFunc(n.Loops, func(l *tree.Loop) bool { return l.For == f }); i >= 0 {
			return n.Loops[i]
		}
	}
	return resolve.CanonicalLoop(r.Tree, r.Construct, f)
}

// missing reports that n has fewer than depth loops.
func (r *Reader) missing(n *Nest, depth int) bool {
	if made := len(n.Loops); n.by != nil {
		r.Diags.Errorf(r.at(n.by).span(), diag.NotALoop,
			"directive '%s' needs %d nested loops, but the loops that '%s' generates are %d deep", r.Construct.Kind, depth,
			n.by.Kind, made).
			WithSection("5.2 §9").WithFix("write collapse(%d)", made)
		return false
	}
	r.errorf(r.span(), diag.MissingLoop, r.section(), "directive '%s' needs %d perfectly nested loops, found %d",
		r.Construct.Kind, depth, len(n.Loops)).
		WithFix("write the loops directly inside each other, or ask for fewer")
	return false
}

// absorb puts the loops that transformation c generates into n.
func (r *Reader) absorb(n *Nest, c *tree.Construct) bool {
	list := r.at(c).Generated()
	if list == nil {
		return false
	}
	if len(list) != 1 {
		r.errorf(r.span(), diag.NoGeneratedLoop, c.Def.Section, "directive '%s' needs one loop nest, but '%s' generates %d", r.Construct.Kind, c.Kind, len(list)).
			WithFix("write the loops that '%s' generates by hand, and '%s' before each", c.Kind, r.Construct.Kind)
		return false
	}
	in := list[0]
	for _, e := range in.operands() {
		if v := n.mentions(e); v != nil {
			r.errorf(r.at(c).span(), diag.NotRectangular, "6.0 §6.4.1",
				"the loops that '%s' generates must not depend on '%s', the variable of an outer loop", c.Kind, v.Name()).
				WithFix("move the loop out of the nest of the enclosing construct, or remove the dependence on '%s'", v.Name())
			return false
		}
	}
	n.Loops, n.Setup, n.Defs = append(n.Loops, in.Loops...), append(n.Setup, in.Setup...), append(n.Defs, in.Defs...)
	n.Before, n.After = append(n.Before, in.Before...), append(n.After, in.After...)
	n.Body, n.Parts, n.Stmt, n.by = in.Body, in.Parts, nil, c
	return true
}

// operands are the expressions of the program that are evaluated before the loops.
func (n *Nest) operands() (list []cc.ExpressionNode) {
	for _, s := range n.Setup {
		switch {
		case s.Once != nil && s.Once.X.Op == Argument:
			list = append(list, s.Once.X.Expr.Node)
		case s.Loop != nil && s.Loop.Program != nil:
			list = append(list, s.Loop.Program.Init, s.Loop.Program.Bound, s.Loop.Program.Step)
		}
	}
	return list
}

// find is the for statement at s. If s is a block, the for statement may have intervening code around it.
func (r *Reader) find(s *cc.Statement) (before []*cc.BlockItem, loop *cc.IterationStatement, after []*cc.BlockItem) {
	switch {
	case s == nil:
	case s.IterationStatement != nil:
		if ctree.IsFor(s.IterationStatement) {
			return nil, s.IterationStatement, nil
		}
		if c := r.Tree.ByLoop[s.IterationStatement]; c != nil && r.Nothing != nil && r.Nothing(c) {
			return r.find(c.Stmt)
		}
	case s.CompoundStatement != nil:
		return r.findInBlock(s.CompoundStatement.BlockItemList)
	}
	return nil, nil, nil
}

func (r *Reader) findInBlock(l *cc.BlockItemList) (before []*cc.BlockItem, loop *cc.IterationStatement, after []*cc.BlockItem) {
	for ; l != nil; l = l.BlockItemList {
		it := l.BlockItem
		if loop != nil {
			after = append(after, it)
			continue
		}
		if it.Case == cc.BlockItemStmt {
			if b, f, a := r.find(it.Statement); f != nil {
				loop, before, after = f, append(before, b...), append(after, a...)
				continue
			}
		}
		before = append(before, it)
	}
	return before, loop, after
}
