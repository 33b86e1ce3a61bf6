// Statements, labels and jumps.

package cbody

import (
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// Stmt translates a statement into the current block.
func (f *Fn) Stmt(s *cc.Statement) {
	if s == nil {
		return
	}
	switch s.Case {
	case cc.StatementLabeled:
		f.labeled(s.LabeledStatement)
	case cc.StatementCompound:
		f.compound(s.CompoundStatement)
	case cc.StatementExpr:
		if x := s.ExpressionStatement.ExpressionList; x != nil {
			f.exprStmt(x)
		}
	case cc.StatementSelection:
		f.selection(s.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(s.IterationStatement)
	case cc.StatementJump:
		f.jump(s.JumpStatement)
	case cc.StatementAsm:
		f.asm(s.AsmStatement.Asm)
	}
}

func (f *Fn) exprStmt(x cc.ExpressionNode) {
	f.setPos(x)
	if call, ok := unwrap(x).(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
		if f.isDry == 0 && f.T.cfg.Hooks != nil && f.T.cfg.Hooks.Alone(f, call) {
			return
		}
	}
	f.discard(x)
}

// compound translates { … } into a separate block.
func (f *Fn) compound(c *cc.CompoundStatement) {
	b := f.Block(c, func() { f.items(c, nil) })
	if len(b.Stmts) > 0 || len(b.Locals) > 0 {
		f.Emit(b)
	}
}

// items translates the items of c into the current block. If last is not nil, it receives the expression of the last
// statement, which items then does not discard.
func (f *Fn) items(c *cc.CompoundStatement, last func(cc.ExpressionNode)) {
	oldLabels := f.localLabels
	f.scope(func() {
		for l := c.BlockItemList; l != nil; l = l.BlockItemList {
			if last != nil && l.BlockItemList == nil {
				if x := lastExpr(l.BlockItem); x != nil {
					last(x)
					break
				}
			}
			f.item(l.BlockItem, c)
		}
	})
	f.localLabels = oldLabels
}

// scope runs gen, which translates a scope, and at its end restores the bindings and frees the scope's arrays.
func (f *Fn) scope(gen func()) {
	scope := &vlaScope{block: f.block}
	old := f.vla
	f.vla = scope
	f.vlas = append(f.vlas, scope)
	undo := len(f.undo)
	gen()
	for i := len(f.undo) - 1; i >= undo; i-- {
		f.undo[i]()
	}
	f.undo = f.undo[:undo]
	f.leave(len(f.vlas) - 1)
	f.vlas = f.vlas[:len(f.vlas)-1]
	f.vla = old
}

// lastExpr returns the expression whose value a statement expression yields: that of its last item, even after a label.
// If the item is not an expression statement, the result is nil.
func lastExpr(it *cc.BlockItem) cc.ExpressionNode {
	if it.Case != cc.BlockItemStmt || it.Statement.Case != cc.StatementExpr {
		return nil
	}
	if it.Statement.ExpressionStatement.ExpressionList == nil {
		return nil
	}
	return it.Statement.ExpressionStatement.ExpressionList
}

func (f *Fn) item(it *cc.BlockItem, in *cc.CompoundStatement) {
	switch it.Case {
	case cc.BlockItemDecl:
		f.declaration(it.Declaration)
	case cc.BlockItemLabel:
		f.declareLabels(it.LabelDeclaration)
	case cc.BlockItemStmt:
		if f.vla.labels == nil && in != nil {
			f.vla.labels = map[string]bool{}
			labelsIn(in, f.vla.labels)
		}
		f.Stmt(it.Statement)
	case cc.BlockItemFuncDef:
		// Uses of the function translate it.
	}
}

// statementExpr translates GNU C's ({ … }).
func (f *Fn) statementExpr(c *cc.CompoundStatement, want bool) val {
	if !want {
		f.compound(c)
		return val{t: region.VoidT}
	}
	outer := f.block
	var res lval
	v := val{t: region.VoidT}
	b := f.Block(c, func() {
		f.items(c, func(x cc.ExpressionNode) {
			r := f.value(x)
			v = r
			if isVoid(r.t) || r.x == nil {
				f.effect(r)
				return
			}
			if !isAggregate(r.t) && simple(r.x) && constant(r.x) {
				return
			}
			l := &region.Local{Name: "val", Type: r.t}
			outer.Locals = append(outer.Locals, l)
			res = lval{addr: &region.LocalAddr{Local: l}, t: r.t, ct: r.ct}
			f.store(res, r)
		})
	})
	f.Emit(b)
	if res.addr == nil {
		return v
	}
	switch {
	case v.isComplex() || !isAggregate(v.t):
		ct := res.ct
		res.ct = nil
		r := f.load(res)
		r.ct = ct
		return r
	}
	return val{x: res.addr, t: v.t, ct: v.ct, fresh: true}
}

func constant(x region.Expr) bool {
	switch x.(type) {
	case *region.Const, *region.FConst, *region.Null, *region.GlobalAddr, *region.FuncAddr:
		return true
	}
	return false
}

func (f *Fn) labeled(n *cc.LabeledStatement) {
	f.setPos(n)
	at := region.At{Pos: f.pos}
	switch n.Case {
	case cc.LabeledStatementLabel:
		l := f.label(n.Token.SrcStr())
		l.At = at
		f.placed[l] = true
		f.Emit(l)
		for _, s := range f.vlas {
			s.place(l.Name)
		}
	case cc.LabeledStatementDefault:
		c := &region.CaseLabel{At: at, Default: true}
		if f.sw != nil {
			f.sw.Default = c
			f.Emit(c)
		}
	default:
		f.caseLabel(n, at)
	}
	f.Stmt(n.Statement)
}

func (f *Fn) caseLabel(n *cc.LabeledStatement, at region.At) {
	if f.sw == nil {
		f.errorf(n, diag.BranchIn, "a case label must be in a switch of the same region")
		return
	}
	lo, ok := f.T.constant(n.ConstantExpression)
	if !ok {
		f.errorf(n.ConstantExpression, diag.C, "a case label must be an integer constant expression")
		return
	}
	hi := lo
	if n.Case == cc.LabeledStatementRange {
		if hi, ok = f.T.constant(n.ConstantExpression2); !ok {
			f.errorf(n.ConstantExpression2, diag.C, "a case label must be an integer constant expression")
			return
		}
	}
	t := f.sw.X.ExprType()
	c := &region.CaseLabel{At: at, Lo: wrapConst(t, lo), Hi: wrapConst(t, hi)}
	if c.Lo.Val.Cmp(c.Hi.Val) <= 0 {
		f.sw.Cases = append(f.sw.Cases, c)
		f.Emit(c)
	}
}

func (f *Fn) selection(n *cc.SelectionStatement) {
	f.setPos(n)
	at := region.At{Pos: f.pos}
	if n.Case == cc.SelectionStatementSwitch {
		f.switchStmt(n, at)
		return
	}
	s := &region.If{At: at, Cond: f.Bool(n.ExpressionList)}
	s.Then = f.Block(n.Statement, func() { f.Stmt(n.Statement) })
	if n.Case == cc.SelectionStatementIfElse {
		s.Else = f.Block(n.Statement2, func() { f.Stmt(n.Statement2) })
	}
	f.Emit(s)
}

func (f *Fn) switchStmt(n *cc.SelectionStatement, at region.At) {
	x := f.value(n.ExpressionList)
	s := &region.Switch{At: at, X: convert(x.x, promote(x.t))}
	if i, ok := s.X.ExprType().(*region.Int); ok && i.Bits%32 != 0 && !i.Precise {
		s.X = convert(s.X, extended(i))
	}
	old, oldBreak := f.sw, f.breakDepth
	f.sw, f.breakDepth = s, len(f.vlas)
	s.Body = f.Block(n.Statement, func() { f.Stmt(n.Statement) })
	f.sw, f.breakDepth = old, oldBreak
	f.Emit(s)
}

func (f *Fn) iteration(n *cc.IterationStatement) {
	f.setPos(n)
	if f.T.cfg.Hooks != nil && n.Case == cc.IterationStatementWhile && f.T.cfg.Hooks.Block(f, n) {
		return
	}
	switch n.Case {
	case cc.IterationStatementWhile:
		s := &region.Loop{At: region.At{Pos: f.pos}, Cond: f.condition(n.ExpressionList)}
		s.Body = f.LoopBody(n.Statement)
		f.Emit(s)
	case cc.IterationStatementDo:
		s := &region.Loop{At: region.At{Pos: f.pos}, DoWhile: true}
		s.Body = f.LoopBody(n.Statement)
		s.Cond = f.condition(n.ExpressionList)
		f.Emit(s)
	case cc.IterationStatementFor:
		if n.ExpressionList != nil {
			f.discard(n.ExpressionList)
		}
		f.forLoop(n.ExpressionList2, n.ExpressionList3, n.Statement)
	case cc.IterationStatementForDecl:
		f.Emit(f.Block(n, func() {
			f.scope(func() {
				f.declaration(n.Declaration)
				f.forLoop(n.ExpressionList, n.ExpressionList2, n.Statement)
			})
		}))
	}
}

func (f *Fn) forLoop(cond, post cc.ExpressionNode, body *cc.Statement) {
	s := &region.Loop{At: region.At{Pos: f.pos}}
	if !ctree.IsNil(cond) {
		s.Cond = f.condition(cond)
	}
	s.Body = f.LoopBody(body)
	if !ctree.IsNil(post) {
		s.Post = f.Block(post, func() { f.discard(post) })
	}
	f.Emit(s)
}

// condition translates a loop's condition to one expression. It returns nil if the condition is always true.
func (f *Fn) condition(x cc.ExpressionNode) region.Expr {
	b, v := f.branch(func() val { return scalar(f.Bool(x)) })
	if c, ok := v.x.(*region.Const); ok && c.Val.Sign() != 0 && len(b.Stmts) == 0 {
		return nil
	}
	return seq(b, v.x)
}

// LoopBody translates the body of a loop. break and continue in it leave the scopes inside the body.
func (f *Fn) LoopBody(body *cc.Statement) *region.Block {
	oldBreak, oldCont := f.breakDepth, f.continueDepth
	f.breakDepth, f.continueDepth = len(f.vlas), len(f.vlas)
	b := f.Block(body, func() { f.Stmt(body) })
	f.breakDepth, f.continueDepth = oldBreak, oldCont
	return b
}

func (f *Fn) jump(n *cc.JumpStatement) {
	f.setPos(n)
	at := region.At{Pos: f.pos}
	switch n.Case {
	case cc.JumpStatementGoto:
		if name := n.Token2.SrcStr(); !f.jumpOut(name) {
			f.gotoLabel(name)
		}
	case cc.JumpStatementGotoExpr:
		if f.cleans() {
			f.errorf(n, diag.Attribute,
				"computed goto in the scope of a variable with attribute 'cleanup' is not supported in device code").
				WithFix("write a switch statement, or call the function at the end of the block")
		}
		g := &region.Switch{At: at, X: convert(f.value(n.ExpressionList).x, region.U64), Body: &region.Block{At: at},
			Computed: true}
		f.indirect = append(f.indirect, g)
		f.Emit(g)
	case cc.JumpStatementContinue:
		f.leave(f.continueDepth)
		f.Emit(&region.Continue{At: at})
	case cc.JumpStatementBreak:
		f.leave(f.breakDepth)
		f.Emit(&region.Break{At: at})
	case cc.JumpStatementReturn:
		f.returnStmt(n, at)
	}
}

// gotoLabel jumps to a label of this function and ends the lifetimes of variables in the scopes that it leaves.
func (f *Fn) gotoLabel(name string) {
	depth := len(f.vlas)
	for depth > 0 && !f.vlas[depth-1].labels[name] {
		depth--
	}
	f.leave(depth)
	if depth > 0 {
		f.leaveTo(f.vlas[depth-1], name)
	}
	l := f.label(name)
	if !f.placed[l] {
		l.Pos = f.pos
	}
	f.used = append(f.used, l)
	f.Emit(&region.Goto{At: region.At{Pos: f.pos}, Label: l})
}

func (f *Fn) returnStmt(n *cc.JumpStatement, at region.At) {
	s := &region.Return{At: at}
	if n.ExpressionList != nil {
		switch {
		case f.result == nil || isVoid(f.result):
			f.discard(n.ExpressionList)
		case f.sret != nil:
			v := f.castRegion(f.value(n.ExpressionList), f.result)
			f.store(lval{addr: &region.ParamVal{Param: f.sret}, t: f.result}, v)
		default:
			v := f.castRegion(f.value(n.ExpressionList), f.result)
			s.X = toPass(v.x)
			if f.cleans() {
				s.X = f.Let("result", s.X)
			}
		}
	}
	f.cleanUp(0)
	if s.X == nil && f.sret == nil && f.result != nil && !isVoid(f.result) {
		s.X = &region.Undef{Type: passType(f.result)}
	}
	f.Emit(s)
}

// label returns the label called name in the innermost scope that declares it.
func (f *Fn) label(name string) *region.Label {
	for s := f.localLabels; s != nil; s = s.outer {
		if l := s.names[name]; l != nil {
			return l
		}
	}
	l := f.labels[name]
	if l == nil {
		l = &region.Label{Name: name}
		f.labels[name] = l
	}
	return l
}

// labelScope holds the labels that a block declares with GNU C's __label__.
type labelScope struct {
	names map[string]*region.Label
	outer *labelScope
}

func (f *Fn) declareLabels(d *cc.LabelDeclaration) {
	s := &labelScope{names: map[string]*region.Label{}, outer: f.localLabels}
	for l := d.IdentifierList; l != nil; l = l.IdentifierList {
		name := l.Token.SrcStr()
		if name == "," {
			name = l.Token2.SrcStr()
		}
		f.labelSerial++
		s.names[name] = &region.Label{Name: name}
	}
	f.localLabels = s
}

// takenLabel returns the value of &&name. Labels whose address is taken have numbers from 1 in their function, because
// not every target has addresses of code inside functions. Thus tables of labels are constants, and a computed goto is
// a switch.
func (f *Fn) takenLabel(name string) region.Expr {
	for f.outer != nil {
		f = f.outer
	}
	for f.around != nil && !ownLabels(f.Def)[name] {
		f = f.around // the label belongs to the enclosing function, which receives its number
	}
	l := f.label(name)
	n := len(f.taken) + 1
	for i, t := range f.taken {
		if t == l {
			n = i + 1
		}
	}
	if n > len(f.taken) && f.isDry == 0 {
		f.taken = append(f.taken, l)
		f.used = append(f.used, l)
	}
	return &region.Const{Type: region.PtrT, Val: bigInt(int64(n))}
}

// finish runs at the end of the outermost block: it checks labels and completes computed gotos.
func (f *Fn) finish() {
	for _, l := range f.used {
		if !f.placed[l] {
			name, _, _ := strings.Cut(l.Name, "__ompcc_") // package parse appends the suffix to local labels
			if l.Pos.Line > 0 {
				f.pos = l.Pos
			}
			f.errorf(nil, diag.C, "use of undeclared label '%s' in this function or region", name).
				WithFix("place '%s:' inside of the region, or set a variable and jump after the region", name)
			f.placed[l] = true
		}
	}
	for _, g := range f.indirect {
		for i, l := range f.taken {
			c := Int(region.U64, int64(i+1))
			label := &region.CaseLabel{At: g.At, Lo: c, Hi: c}
			g.Cases = append(g.Cases, label)
			g.Body.Stmts = append(g.Body.Stmts, label, &region.Goto{At: g.At, Label: l})
		}
		g.Default = &region.CaseLabel{At: g.At, Default: true}
		g.Body.Stmts = append(g.Body.Stmts, g.Default,
			&region.Eval{At: g.At, X: &region.Intrinsic{Op: region.OpUnreach, Type: region.VoidT}})
	}
	f.indirect = nil
}

// BlockItem translates one item of a compound statement into the current block.
func (f *Fn) BlockItem(it *cc.BlockItem) { f.item(it, nil) }
