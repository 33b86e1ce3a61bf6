package sim

// converge fills in, for each branch, where its threads come together again:
// the immediate post-dominator of the branch's block. The end of the function
// is the index after the last instruction.
func converge(code []inst) {
	g := newGraph(code)
	post := g.postDominators()
	for i := range code {
		if in := &code[i]; in.kind == kindBranch || in.kind == kindTable {
			in.rpc = int32(g.begin(post[g.block[i]]))
			if in.kind == kindBranch {
				in.again = g.again(g.block[i], g.block[in.target], post[g.block[i]])
			}
		}
	}
}

// side is one of the two ways that a branch leads.
type side uint8

const (
	noSide side = iota
	taken
	following
)

// again is the side from which threads come back to a branch before those of both sides come together, if it is one.
func (g *graph) again(branch, target, end int) side {
	switch back := g.reaches(target, branch, end); {
	case back == g.reaches(branch+1, branch, end):
		return noSide
	case back:
		return taken
	}
	return following
}

// reaches reports whether a way leads from a block to another one that does not go through a third.
func (g *graph) reaches(from, to, without int) bool {
	seen := make([]bool, len(g.starts))
	for work := []int{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to && b != without {
			return true
		}
		if b == without || seen[b] {
			continue
		}
		seen[b] = true
		work = append(work, g.succ[b]...)
	}
	return false
}

// graph is the control-flow graph of a function; the last block is its end.
type graph struct {
	code   []inst
	starts []int // first instruction of each block, then len(code)
	block  []int // of each instruction
	succ   [][]int
	pred   [][]int
}

func newGraph(code []inst) *graph {
	leader := make([]bool, len(code)+1)
	leader[0] = true
	for i := range code {
		in := &code[i]
		for _, t := range in.targets() {
			leader[t] = true
		}
		if in.ends() {
			leader[i+1] = true
		}
	}
	g := &graph{code: code, block: make([]int, len(code))}
	for i := range code {
		if leader[i] {
			g.starts = append(g.starts, i)
		}
		g.block[i] = len(g.starts) - 1
	}
	g.starts = append(g.starts, len(code))
	g.connect()
	return g
}

func (g *graph) end() int { return len(g.starts) - 1 }

func (g *graph) begin(block int) int { return g.starts[block] }

func (g *graph) connect() {
	n := len(g.starts)
	g.succ, g.pred = make([][]int, n), make([][]int, n)
	edge := func(a, b int) {
		g.succ[a] = append(g.succ[a], b)
		g.pred[b] = append(g.pred[b], a)
	}
	for b := range n - 1 {
		last := g.starts[b+1] - 1
		in := &g.code[last]
		for _, t := range in.targets() {
			if t == len(g.code) {
				edge(b, g.end())
			} else {
				edge(b, g.block[t])
			}
		}
		// A trap leads nowhere: threads come together again without those that
		// would have gone there.
		if in.kind == kindReturn || in.kind == kindExit {
			edge(b, g.end())
		}
		if !in.ends() || in.pred >= 0 || in.kind == kindCall {
			edge(b, b+1)
		}
	}
}

// targets returns where a branch may lead, apart from the next instruction.
func (in *inst) targets() []int {
	switch in.kind {
	case kindBranch:
		return []int{int(in.target)}
	case kindTable:
		return in.table
	}
	return nil
}

// ends reports whether control may go elsewhere than to the next instruction.
func (in *inst) ends() bool {
	switch in.kind {
	case kindBranch, kindTable, kindReturn, kindExit, kindTrap:
		return true
	}
	return false
}

// postDominators returns each block's immediate post-dominator (Cooper, Harvey
// and Kennedy's algorithm on the reversed graph); blocks that never reach the
// end have the end.
func (g *graph) postDominators() []int {
	n, end := len(g.starts), g.end()
	order, number := g.reverseOrder()
	idom := make([]int, n)
	for i := range idom {
		idom[i] = -1
	}
	idom[end] = end
	intersect := func(a, b int) int {
		for a != b {
			for number[a] > number[b] {
				a = idom[a]
			}
			for number[b] > number[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order[1:] {
			best := -1
			for _, s := range g.succ[b] {
				if idom[s] < 0 {
					continue
				}
				if best < 0 {
					best = s
				} else {
					best = intersect(best, s)
				}
			}
			if best >= 0 && idom[b] != best {
				idom[b] = best
				changed = true
			}
		}
	}
	for i := range idom {
		if idom[i] < 0 {
			idom[i] = end
		}
	}
	return idom
}

// reverseOrder is a reverse post-order of the reversed graph from the end.
func (g *graph) reverseOrder() (order, number []int) {
	n := len(g.starts)
	number = make([]int, n)
	seen := make([]bool, n)
	type step struct{ block, next int }
	stack := []step{{g.end(), 0}}
	seen[g.end()] = true
	var post []int
	for len(stack) > 0 {
		s := &stack[len(stack)-1]
		if s.next < len(g.pred[s.block]) {
			p := g.pred[s.block][s.next]
			s.next++
			if !seen[p] {
				seen[p] = true
				stack = append(stack, step{p, 0})
			}
			continue
		}
		post = append(post, s.block)
		stack = stack[:len(stack)-1]
	}
	for i := len(post) - 1; i >= 0; i-- {
		number[post[i]] = len(order)
		order = append(order, post[i])
	}
	return order, number
}
