// Variables that tasks make firstprivate without a clause (5.2 §5.1.1).

package resolve

import (
	"modernc.org/cc/v4"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// sharedAround reports whether the threads of the team that encounters c share d.
func (s *Sharing) sharedAround(c *tree.Construct, d *cc.Declarator) bool {
	for p := c.Parent; p != nil; p = p.Parent {
		if v := s.as[p]; v != nil {
			p = v
		}
		if p.Stmt == nil {
			continue
		}
		if !s.NeedsSharing(p, d) || p.Counts(d) {
			return false
		}
		for _, cl := range p.Clauses {
			for _, it := range cl.Items {
				if it.Decl != d || len(it.Sections) > 0 {
					continue
				}
				switch {
				case cl.Kind == spec.SharedClause, cl.Kind == spec.InReductionClause:
					return true
				case cl.Kind.Is(spec.Privatizes):
					return false
				}
			}
		}
		if p.Has(spec.Parallel) || p.Has(spec.Teams) {
			return true
		}
		if p.Has(spec.Target) {
			return false
		}
	}
	return false
}

// TaskCopies are the variables that c, a task or taskloop construct without a default clause, makes firstprivate.
// They belong to functions, no clause of c lists them, and the threads of the team around c do not share them (5.2
// §5.1.1).
func TaskCopies(t *tree.Tree, c *tree.Construct, as map[*tree.Construct]*tree.Construct) (list []*cc.Declarator) {
	if c.Clause(spec.DefaultClause) != nil || !tree.OneOf(c.Leafs[0], spec.Task, spec.Taskloop) {
		return nil
	}
	s := &Sharing{t: t, as: as}
	listed := map[*cc.Declarator]bool{}
	for _, cl := range c.Clauses {
		switch {
		case cl.Kind == spec.LinearClause: // of the loop in the tasks
		case cl.Kind.Is(spec.Shares):
			for _, it := range cl.Items {
				listed[it.Decl] = true
			}
		case cl.Kind == spec.DetachClause:
			listed[DetachEvent(cl)] = true
		}
	}
	s.Undetermined(c, &tree.Clause{}, listed, func(d *cc.Declarator, _ *cc.PrimaryExpression) {
		if !atFileScope(d) && !d.IsStatic() && d.Type().Kind() != cc.Function && !s.sharedAround(c, d) {
			list = append(list, d)
		}
	})
	return list
}

// DetachEvent is the variable of a detach clause.
func DetachEvent(cl *tree.Clause) *cc.Declarator {
	for _, it := range cl.Items {
		return it.Decl
	}
	for _, e := range cl.Exprs {
		if e != nil && e.Node != nil {
			return tree.RootDecl(e.Node)
		}
	}
	return nil
}
