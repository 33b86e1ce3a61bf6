// Variables that count as entered: initialisers and functions of the device name them (5.2 §7.8).

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
)

// entering finds the variables that are treated as if they had appeared in an enter clause
// (5.2 §7.8): those that device routines declare, and those that the initialisers of entered
// variables refer to. It runs before any construct is lowered, since a construct does not map
// what has a device copy.
type entering struct {
	u         *unit
	functions map[*cc.FunctionDefinition]bool
	// routine is set inside of functions; what they enter gets its device copy when they are lowered.
	routine bool
}

func (u *unit) enterReferenced() {
	e := &entering{u: u, functions: map[*cc.FunctionDefinition]bool{}}
	for _, d := range u.listed[:len(u.listed):len(u.listed)] {
		if !ctree.IsFunction(d.decl) && !d.hostOnly && !d.link {
			e.initializer(d.decl)
		}
	}
	for _, d := range u.listed {
		if ctree.IsFunction(d.decl) && !d.hostOnly {
			e.function(d.decl)
		}
	}
	for _, c := range u.tree.All {
		if c != nil && c.Has(spec.Target) && !c.RunsOnAncestor() && c.Stmt != nil {
			e.code(c.Stmt, false)
		}
	}
}

// function follows a function that device code refers to, and those that may be called in its place.
func (e *entering) function(d *cc.Declarator) {
	if x := e.u.dt[ctree.SymbolOf(d)]; x != nil && x.hostOnly {
		return
	}
	for _, v := range e.u.variants[d.Name()] {
		e.definition(e.u.defs[v.Args.Words[0]])
	}
	e.definition(e.u.defs[d.Name()])
	e.definition(e.u.defs[cbody.Alias(d)])
}

func (e *entering) definition(def *cc.FunctionDefinition) {
	if def == nil || e.functions[def] {
		return
	}
	e.functions[def] = true
	defer func(was bool) { e.routine = was }(e.routine)
	e.routine = true
	e.code(def.CompoundStatement, false)
}

// initializer follows the initialiser of an entered variable.
func (e *entering) initializer(d *cc.Declarator) {
	def, _ := e.u.definition(d)
	if in := e.u.c.Initializer(def); in != nil {
		e.code(in, true)
	}
}

// code follows device code or, with initial set, an initialiser of an entered variable.
func (e *entering) code(n cc.Node, initial bool) {
	ctree.Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			c := e.u.tree.ByLoop[x]
			return c == nil || !c.RunsOnAncestor()
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr,
				cc.UnaryExpressionAlignofType:
				return false // not evaluated
			}
		case *cc.InitDeclarator:
			if d := x.Declarator; ctree.IsStaticStorage(d) && !ctree.IsFunction(d) && !d.IsTypename() {
				e.declaration(d)
				return false
			}
		case *cc.PrimaryExpression:
			d, ok := x.ResolvedTo().(*cc.Declarator)
			switch {
			case !ok || x.Case != cc.PrimaryExpressionIdent:
			case ctree.IsFunction(d):
				e.function(d)
			case initial && ctree.IsStaticStorage(d):
				e.enter(d, x)
			}
		}
		return true
	})
}

// declaration enters a variable that a device routine declares. What a target region declares is
// local to its device code, unless it is a variable of another unit.
func (e *entering) declaration(d *cc.Declarator) {
	if e.routine || d.IsExtern() && len(e.u.decls[d.Name()]) == 0 {
		e.enter(d, d)
	} else {
		e.initializer(d)
	}
}

// enter treats d as if it had appeared in an enter clause where use is, and follows its initialiser.
func (e *entering) enter(d *cc.Declarator, use cc.Node) {
	u := e.u
	if list := u.decls[cbody.Alias(d)]; len(list) > 0 && list[0] != d {
		e.enter(list[0], use)
	}
	if u.dt[ctree.SymbolOf(d)] != nil || isThreadLocal(d) || u.threadprivate[ctree.SymbolOf(d)] {
		return
	}
	x := &declared{decl: d, pos: u.pos(use)}
	u.dt[ctree.SymbolOf(d)] = x
	if !e.routine {
		u.listed = append(u.listed, x)
	}
	e.initializer(d)
}
