// The error directive at execution in device code (5.2 §8.5).

package lower

import (
	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// errorDirective has device code print the message of an error directive at
// execution, and end the program if it is fatal (5.2 §8.5). One at compilation
// has been carried out.
func (b *body) errorDirective(c *tree.Construct) {
	if at := c.Clause(spec.AtClause); at == nil || len(at.Words) == 0 || at.Words[0] != "execution" {
		return
	}
	b.fail(c, "")
}

// fail calls the runtime's error routine with the message and severity clauses of
// c; text is the message where c has none.
func (b *body) fail(c *tree.Construct, text string) {
	f := b.fn
	message := region.Expr(&region.Null{})
	if e := clauseExpr(c, spec.MessageClause); e != nil {
		message = f.Value(e.Node)
	} else if text != "" {
		message = b.u.c.StringAddr(text)
	}
	fatal := int64(1)
	if c.Severity() == "warning" {
		fatal = 0
	}
	fn := b.u.c.LibraryOf("__openmp_error", region.VoidT, region.I32, region.PtrT, region.PtrT)
	args := []region.Expr{cbody.Int(region.I32, fatal), b.u.c.StringAddr(c.Pos().String()), message}
	t := &region.Func{Ret: region.VoidT, Params: []region.Type{region.I32, region.PtrT, region.PtrT}}
	f.Emit(&region.Eval{At: b.at(c), X: &region.Call{Func: fn, Type: t, Args: args, Pos: b.u.regionPos(c.Pos())}})
}
