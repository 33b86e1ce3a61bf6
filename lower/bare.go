// Regions of ompx_bare: the extents of their grid.

package lower

import (
	"strconv"
	"strings"

	"ompcc/lower/cbody"
	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// A region of ompx_bare may see its league and its teams in three dimensions. They are launched in one: teams and
// threads have their numbers, x fastest, as CUDA's warps count them. The host evaluates the extents once and passes
// them on, each thread keeps them in a word of its own, and the functions of include/ompx.h compute coordinates from
// number and extents.

// bareGrid is what kernel k of a region of ompx_bare gets from the host.
type bareGrid struct {
	teams, threads string // C expressions for their numbers
	extents        string // the host's variable with the extents of the directions y and z
	word, limit    *region.Param
	constant       int64 // threads of a team, if known
}

// gridOf evaluates the extents of c's league and teams before the launch; nil: both have one dimension.
func (k *kernel) gridOf(c *tree.Construct) *bareGrid {
	if !c.Bare() || len(c.Clause(spec.NumTeamsClause).Exprs)+len(c.Clause(spec.ThreadLimitClause).Exprs) == 2 {
		return nil
	}
	g := &bareGrid{}
	var all []*cexpr.Expr
	extents := func(kind spec.ClauseKind) (count string) {
		names := []string{"1UL", "1UL", "1UL"}
		for i, e := range c.Clause(kind).Exprs {
			names[i] = k.hb.temp("unsigned long", cexpr.Cast("unsigned long", written(e)))
		}
		for _, n := range names {
			all = append(all, cexpr.Text(n))
		}
		return "(" + strings.Join(names, " * ") + ")"
	}
	g.teams, g.threads = extents(spec.NumTeamsClause), extents(spec.ThreadLimitClause)
	g.extents = k.hb.temp("unsigned long", cexpr.Call("__ompcc_grid",
		append([]*cexpr.Expr{cexpr.Text(strconv.Quote(c.Pos().String()))}, all...)...))
	g.constant = product(c.Clause(spec.ThreadLimitClause))
	g.word = k.hostWord(c, cexpr.Pointer(cexpr.Text(g.extents)), "grid")
	if g.constant == 0 {
		g.limit = k.hostWord(c, cexpr.Pointer(cexpr.Text(g.threads)), "threads")
	}
	return g
}

// product is the product of a clause's arguments, 0 if it is not a constant.
func product(cl *tree.Clause) int64 {
	n := int64(1)
	for _, e := range cl.Exprs {
		n *= positive(e)
	}
	return n
}

// numThreads is how many threads of a team execute c's region.
func (b *body) numThreads(c *tree.Construct) region.Expr {
	if g := b.kernel.gridOfBare(c); g != nil {
		if g.constant > 0 {
			return cbody.Int(region.U32, g.constant)
		}
		return b.fn.Convert(&region.ParamVal{Param: g.limit}, region.U32)
	}
	return b.unsigned(clauseExpr(c, spec.NumThreadsClause))
}

// enterGrid has the thread keep the extents of its grid while it executes the region of c.
func (b *body) enterGrid(c *tree.Construct) {
	if g := b.kernel.gridOfBare(c); g != nil {
		word := b.fn.Convert(&region.ParamVal{Param: g.word}, region.U64)
		b.fn.Emit(&region.Eval{At: b.at(c),
			X: &region.Intrinsic{Op: region.OpSetGrid, Type: region.VoidT, Args: []region.Expr{word}}})
	}
}

// gridOfBare is the grid of k if c is k's construct. k may be nil.
func (k *kernel) gridOfBare(c *tree.Construct) *bareGrid {
	if k == nil || k.c != c {
		return nil
	}
	return k.grid
}
