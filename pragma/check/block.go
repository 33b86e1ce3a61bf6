// Structured blocks: branches into and out of them (5.2 §4.3).

package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkBlock reports branches into and out of a structured block (5.2 §4.3).
func (k nestingRules) checkBlock(c *tree.Construct) {
	if c.Stmt == nil || c.Def.Assoc == spec.AssocMeta {
		return
	}
	if c.Has(spec.Sections) && c.Stmt.Case != cc.StatementCompound {
		k.diags.Errorf(k.t.Unit.NodeSpan(c.Stmt), diag.SectionsBlock,
			"directive 'sections' must be followed by a block").WithSection("5.2 §11.3").
			WithFix("write braces around the sections: { … }")
		return
	}
	b := &blockChecker{k: k.context, c: c}
	b.longJumps()
	if c.Nest != nil {
		// A break would leave an associated loop; continue may end the body's iteration.
		b.inLoopBody = true
		b.stmt(c.Nest.Body, false, true)
		return
	}
	b.stmt(c.Stmt, false, false)
}

type blockChecker struct {
	k          *context
	c          *tree.Construct
	inLoopBody bool
	// switches counts the switch statements of the block around what is visited.
	switches int
}

// stmt visits the statements of the block. canBreak and canContinue tell whether
// a break or continue would stay inside.
func (b *blockChecker) stmt(s *cc.Statement, canBreak, canContinue bool) {
	if s == nil {
		return
	}
	switch s.Case {
	case cc.StatementCompound:
		for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			if l.BlockItem.Case == cc.BlockItemStmt {
				b.stmt(l.BlockItem.Statement, canBreak, canContinue)
			}
		}
	case cc.StatementIteration:
		it := s.IterationStatement
		if b.k.t.ByLoop[it] != nil {
			return // a construct of its own, checked by itself
		}
		b.stmt(it.Statement, true, true)
	case cc.StatementSelection:
		sel := s.SelectionStatement
		if sel.Case == cc.SelectionStatementSwitch {
			b.switches++
			b.stmt(sel.Statement, true, canContinue)
			b.switches--
			return
		}
		b.stmt(sel.Statement, canBreak, canContinue)
		b.stmt(sel.Statement2, canBreak, canContinue)
	case cc.StatementLabeled:
		b.label(s.LabeledStatement)
		b.stmt(s.LabeledStatement.Statement, canBreak, canContinue)
	case cc.StatementJump:
		b.jump(s.JumpStatement, canBreak, canContinue)
	}
}

func (b *blockChecker) jump(j *cc.JumpStatement, canBreak, canContinue bool) {
	what := ""
	switch j.Case {
	case cc.JumpStatementReturn:
		what = "return"
	case cc.JumpStatementBreak:
		if !canBreak {
			what = "break"
		}
	case cc.JumpStatementContinue:
		if !canContinue {
			what = "continue"
		}
	case cc.JumpStatementGoto:
		if l, ok := j.Label().(*cc.LabeledStatement); ok && !b.inside(l) {
			what = "goto"
		}
	}
	if what == "" {
		return
	}
	d := b.k.diags.Errorf(b.k.t.Unit.NodeSpan(j), diag.BranchOut,
		"cannot branch out of the structured block of '%[2]s' with '%[1]s'", what, b.c.Kind).
		WithSection("5.2 §4.3").WithNote(b.c.NameSpan(), "'%s' is here", b.c.Kind).
		WithFix("set a flag in the block, and branch behind the construct if it is set")
	if what == "break" && b.inLoopBody {
		d.Message = "cannot break out of the loop of '" + b.c.Kind.String() + "'"
		d.WithSection("5.2 §4.4.1").WithFix("write an if around the statements that later iterations must skip")
	}
}

func (b *blockChecker) inside(n cc.Node) bool {
	start, end := b.c.StmtStart, b.c.End
	if b.c.Nest != nil { // the code between the loops of a nest is no part of the innermost one's body
		start, end = b.k.t.Unit.NodeRange(b.c.Nest.Body)
	}
	off := b.k.t.Unit.Offset(n)
	return off >= start && off < end
}

// label reports a goto from outside to a label in the block, and a case of a switch around it.
func (b *blockChecker) label(l *cc.LabeledStatement) {
	if l.Case != cc.LabeledStatementLabel && b.switches == 0 {
		span := b.k.t.Unit.NodeSpan(l)
		span.Len = len(l.Token.SrcStr())
		b.k.diags.Errorf(span, diag.BranchIn,
			"cannot branch into the structured block of '%[2]s' with '%[1]s' of an enclosing switch", l.Token.SrcStr(),
			b.c.Kind).WithSection("5.2 §4.3").
			WithNote(b.c.NameSpan(), "'%s' is here", b.c.Kind).
			WithFix("move the label before the directive, or the switch into the block")
	}
	if b.c.Func == nil || l.Case != cc.LabeledStatementLabel {
		return
	}
	ctree.Walk(b.c.Func, func(n cc.Node) bool {
		j, ok := n.(*cc.JumpStatement)
		if !ok || j.Case != cc.JumpStatementGoto {
			return true
		}
		if t, ok := j.Label().(*cc.LabeledStatement); ok && t == l && !b.inside(j) {
			b.k.diags.Errorf(b.k.t.Unit.NodeSpan(j), diag.BranchIn,
				"cannot branch into the structured block of '%[2]s' with 'goto %[1]s'", l.Token.SrcStr(), b.c.Kind).
				WithSection("5.2 §4.3").WithNote(b.c.NameSpan(), "'%s' is here", b.c.Kind).
				WithNote(b.k.t.Unit.NodeSpan(l), "the label is here").
				WithFix("move the label before the construct, or the goto into the block")
		}
		return true
	})
}

// longJumps reports calls of longjmp that leave the block: the frame with which setjmp was
// called is this function's, outside of the block, or a caller's.
func (b *blockChecker) longJumps() {
	var jumps []*cc.PostfixExpression
	back := b.c.Has(spec.Simd) // see checkJumps
	ctree.Walk(b.c.Stmt, func(n cc.Node) bool {
		if it, ok := n.(*cc.IterationStatement); ok && b.k.t.ByLoop[it] != nil && b.k.t.ByLoop[it] != b.c &&
			b.k.t.ByLoop[it].Def.Assoc != spec.AssocMeta {
			return false
		}
		if call, ok := n.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
			switch d := ctree.VarOf(call.PostfixExpression); {
			case d == nil:
			case tree.OneOf(d.Name(), "longjmp", "_longjmp", "siglongjmp"):
				jumps = append(jumps, call)
			case tree.OneOf(d.Name(), "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"):
				back = true
			}
		}
		return true
	})
	for _, j := range jumps {
		if !back {
			b.k.diags.Errorf(b.k.t.Unit.NodeSpan(j), diag.BranchOut,
				"cannot branch out of the structured block of '%s' with 'longjmp': the block has no setjmp", b.c.Kind).
				WithSection("5.2 §4.3").WithNote(b.c.NameSpan(), "'%s' is here", b.c.Kind).
				WithFix("call setjmp inside the block, or set a variable and test it after the block")
		}
	}
}
