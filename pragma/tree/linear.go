package tree

// LinearSteps are the steps that a linear clause gives.
func LinearSteps(cl *Clause) (list []*Expr) {
	for _, m := range cl.Trailing {
		if m.Name == "step" {
			for _, e := range m.Args {
				if e != nil && e.Node != nil {
					list = append(list, e)
				}
			}
		}
	}
	return list
}
