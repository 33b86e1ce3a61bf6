// Leagues and teams of several dimensions: num_teams, thread_limit and num_threads with the modifier dims (6.1), and
// ompx_bare.

package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// A league or a team of several dimensions is launched in one: teams and threads have their numbers, the first dimension
// varies fastest. The sizes of the other dimensions are in two words. The host evaluates those of the league and of its
// thread limit once and passes them to the kernel (Kernel.Space). Each thread of a parallel region keeps those of its
// team (Parallel.Extents, WsLoop.Extents). rt/devlib/space.c computes with them what routines tell.

// space is what the launch of kernel k evaluates.
type space struct {
	teams, limit string        // C expressions for the numbers, "": one dimension
	extents      string        // the host's variable with the word
	word         *region.Param // which k gets
	threads      *region.Param // of each team of ompx_bare; nil: constant
	constant     int64         // threads of a team, 0: not known
}

// spaceOf evaluates the sizes of the league and of the thread limit before the launch; nil: both have one dimension.
func (k *kernel) spaceOf() *space {
	teams, limit := k.spatialClause(spec.NumTeamsClause), k.spatialClause(spec.ThreadLimitClause)
	if teams == nil && limit == nil {
		return nil
	}
	s := &space{}
	sizes := []*cexpr.Expr{cexpr.Text(cexpr.Quote(k.c.Pos().String()))}
	evaluate := func(cl *tree.Clause) (count string) {
		names := []string{"1UL", "1UL", "1UL"}
		if cl != nil {
			for i, e := range cl.Exprs {
				names[i] = k.hb.temp("unsigned long", cexpr.Cast("unsigned long", written(e)))
			}
			count = "(" + strings.Join(names, " * ") + ")"
		}
		for _, n := range names {
			sizes = append(sizes, cexpr.Text(n))
		}
		return count
	}
	s.teams, s.limit = evaluate(teams), evaluate(limit)
	s.extents = k.hb.temp("unsigned long", cexpr.Call("__ompcc_space", sizes...))
	s.word = k.hostWord(k.c, cexpr.Pointer(cexpr.Text(s.extents)), "space")
	if limit != nil {
		s.constant = product(limit)
		if k.c.Bare() && s.constant == 0 {
			s.threads = k.hostWord(k.c, cexpr.Pointer(cexpr.Text(s.limit)), "threads")
		}
	}
	return s
}

// spatialClause is k's innermost clause of that kind if it has several dimensions.
func (k *kernel) spatialClause(kind spec.ClauseKind) *tree.Clause {
	if k.teams != nil && k.teams.Clause(kind) != nil {
		return k.teams.SpatialClause(kind)
	}
	return k.c.SpatialClause(kind)
}

// product is the product of a clause's arguments, 0 if it is not a constant.
func product(cl *tree.Clause) int64 {
	n := int64(1)
	for _, e := range cl.Exprs {
		n *= positive(e)
	}
	return n
}

// threadsConst is the number of threads that c's clause of that kind asks for, 0 if it is not a constant.
func threadsConst(c *tree.Construct, kind spec.ClauseKind) int64 {
	if cl := c.SpatialClause(kind); cl != nil {
		return product(cl)
	}
	if e := clauseExpr(c, kind); e != nil {
		return positive(e)
	}
	return 0
}

// bareSpace is the space of an ompx_bare region if c is that.
func (b *body) bareSpace(c *tree.Construct) *space {
	if b.kernel == nil || b.kernel.c != c || !c.Bare() {
		return nil
	}
	return b.kernel.space
}

// numThreads is how many threads execute c's parallel region, and the word with the sizes of their dimensions, nil for
// one dimension: the second and the third size of 16 bits, above them the number of threads.
func (b *body) numThreads(c *tree.Construct) (count, extents region.Expr) {
	if s := b.bareSpace(c); s != nil && c.SpatialClause(spec.ThreadLimitClause) != nil {
		count = cbody.Int(region.U32, s.constant)
		if s.threads != nil {
			count = b.let("threads", b.fn.Convert(&region.ParamVal{Param: s.threads}, region.U32))
		}
		word := b.fn.Convert(&region.ParamVal{Param: s.word}, region.U64)
		sizes := &region.Binary{Op: region.Shr, X: word, Y: i64u(32)}
		return count, b.teamExtents(sizes, count)
	}
	cl := c.SpatialClause(spec.NumThreadsClause)
	if cl == nil || c.Bare() {
		return b.unsigned(clauseExpr(c, spec.NumThreadsClause)), nil
	}
	var sizes region.Expr = i64u(0)
	for i, e := range cl.Exprs {
		x := b.let("size", b.unsigned(e))
		if i == 0 {
			count = x
			continue
		}
		count = mul(count, x)
		sizes = add(sizes, mul(b.fn.Convert(x, region.U64), i64u(1<<(16*(i-1)))))
	}
	count = b.let("threads", count)
	return count, b.teamExtents(sizes, count)
}

func (b *body) teamExtents(sizes, count region.Expr) region.Expr {
	return b.let("extents", add(sizes, mul(b.fn.Convert(count, region.U64), i64u(1<<32))))
}

// spatialRoutine lowers the routines of leagues and teams of several dimensions (6.1 §29).
func (b *body) spatialRoutine(name string, call *cc.PostfixExpression) (region.Expr, bool) {
	r, ok := spatialRoutines[name]
	if !ok || call.ArgumentExpressionList == nil {
		return nil, false
	}
	f := b.fn
	query := func(op region.IntrinsicOp) region.Expr { return &region.Intrinsic{Op: op, Type: region.I32} }
	args := []region.Expr{&region.Intrinsic{Op: r.word, Type: region.U64}, query(r.count)}
	function := "size"
	if r.number != "" {
		function = "index"
		args = append(args, query(r.number))
	}
	if r.word == region.OpExtents {
		function = "team_" + function
	} else if r.count == region.OpThreadLimit {
		args[0] = &region.Binary{Op: region.Shr, X: args[0], Y: i64u(32)}
	}
	args = append(args, f.Convert(f.Value(call.ArgumentExpressionList.AssignmentExpression), region.I32))
	t := &region.Func{Ret: region.I32}
	for _, a := range args {
		t.Params = append(t.Params, a.ExprType())
	}
	return &region.Call{Func: b.u.c.LibraryOf("__openmp_space_"+function, region.I32, t.Params...), Type: t, Args: args,
		Pos: f.Pos(call)}, true
}

// spatialRoutines are these routines: the word with the sizes, the number of teams or threads, and the caller's.
var spatialRoutines = map[string]struct{ word, count, number region.IntrinsicOp }{
	"omp_get_num_teams_dim":    {region.OpSpace, region.OpNumTeams, ""},
	"omp_get_team_num_dim":     {region.OpSpace, region.OpNumTeams, region.OpTeamNum},
	"omp_get_num_threads_dim":  {region.OpExtents, region.OpNumThreads, ""},
	"omp_get_thread_num_dim":   {region.OpExtents, region.OpNumThreads, region.OpThreadNum},
	"omp_get_thread_limit_dim": {region.OpSpace, region.OpThreadLimit, ""},
}
