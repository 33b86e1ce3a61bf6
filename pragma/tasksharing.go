package pragma

import "modernc.org/cc/v4"

// TaskCopies are the variables that c, a task or taskloop construct without a default
// clause, makes firstprivate: those of functions that no clause of it lists and that are
// not shared by the threads of the team around it (5.2 §5.1.1).
func (t *Tree) TaskCopies(c *Construct) (list []*cc.Declarator) {
	if c.Clause("default") != nil || !OneOfKinds(c.Leafs[0], "task", "taskloop") {
		return nil
	}
	k := &checker{t: t}
	listed := map[*cc.Declarator]bool{}
	for _, cl := range c.Clauses {
		switch cl.Kind {
		case "private", "firstprivate", "lastprivate", "shared", "reduction", "in_reduction", "induction":
			for _, it := range cl.Items {
				listed[it.Decl] = true
			}
		case "detach":
			listed[detachEvent(cl)] = true
		}
	}
	k.undetermined(c, &Clause{}, listed, func(d *cc.Declarator, _ *cc.PrimaryExpression) {
		if !atFileScope(d) && !d.IsStatic() && d.Type().Kind() != cc.Function && !k.sharedAround(c, d) {
			list = append(list, d)
		}
	})
	return list
}

// sharedAround reports whether the threads of the team that encounters c share d.
func (k *checker) sharedAround(c *Construct, d *cc.Declarator) bool {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Chosen != nil {
			p = p.Chosen
		}
		if p.Stmt == nil {
			continue
		}
		if !k.needsSharing(p, d) || p.Counts(d) {
			return false
		}
		for _, cl := range p.Clauses {
			for _, it := range cl.Items {
				if it.Decl != d || len(it.Sections) > 0 {
					continue
				}
				switch cl.Kind {
				case "private", "firstprivate", "lastprivate", "linear", "reduction", "induction":
					return false
				case "shared", "in_reduction":
					return true
				}
			}
		}
		if p.Has("parallel") || p.Has("teams") {
			return true
		}
		if p.Has("target") {
			return false
		}
	}
	return false
}
