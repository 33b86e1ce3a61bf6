package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkOrderedLoop applies the rules on the ordered regions of a loop with an
// ordered clause (5.2 §15.10).
func (k loopRules) checkOrderedLoop(c *tree.Construct) {
	ord := c.Clause(spec.OrderedClause)
	if ord == nil || c.Nest == nil {
		return
	}
	var sink, source, block []*tree.Construct
	var collect func(*tree.Construct)
	collect = func(p *tree.Construct) {
		for _, ch := range p.Children {
			if ch.Kind == spec.Ordered {
				for _, d := range ch.All(spec.DoacrossClause) {
					if d.HasModifier("sink") {
						sink = append(sink, ch)
					} else {
						source = append(source, ch)
					}
				}
				if !ch.StandAlone() && ch.Parent == c {
					block = append(block, ch)
				}
			}
			collect(ch)
		}
	}
	collect(c)
	if len(sink) > 0 && len(source) == 0 {
		k.diags.Errorf(sink[0].NameSpan(), diag.DoacrossSource,
			"iterations wait here, but no iteration signals: the loop nest has no doacross(source:)").
			WithSection("5.2 §15.9.6").WithNote(ord.Span, "the 'ordered' clause is here").
			WithFix("write #pragma omp ordered doacross(source:) after the statements that others wait for")
	}
	k.onceAnIteration(c, block)
}

// onceAnIteration: an iteration executes at most one ordered region. Only regions
// that stand unconditionally in the loop's body are known to be executed.
func (k loopRules) onceAnIteration(c *tree.Construct, block []*tree.Construct) {
	body := c.Nest.Body
	if len(block) < 2 || body.CompoundStatement == nil {
		return
	}
	var first *tree.Construct
	for it := body.CompoundStatement.BlockItemList; it != nil; it = it.BlockItemList {
		if it.BlockItem.Case != cc.BlockItemStmt || it.BlockItem.Statement.IterationStatement == nil {
			continue
		}
		o := k.t.ByLoop[it.BlockItem.Statement.IterationStatement]
		if o == nil || o.Kind != spec.Ordered || o.Clause(spec.SimdClause) != nil {
			continue
		}
		if first == nil {
			first = o
			continue
		}
		k.diags.Errorf(o.NameSpan(), diag.OrderedTwice, "an iteration must not execute more than one ordered region").
			WithSection("5.2 §15.10.2").WithNote(first.NameSpan(), "the first is here").
			WithFix("merge both into one 'ordered' construct")
	}
}
