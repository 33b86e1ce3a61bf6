// Rules on list items: which variables and array sections each clause accepts.

package check

import (
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// varClauses is the set of clauses whose list items must be whole variables.
var varClauses = map[spec.ClauseKind]bool{
	spec.PrivateClause: true, spec.FirstprivateClause: true, spec.LastprivateClause: true, spec.SharedClause: true,
	spec.CopyinClause:      true,
	spec.CopyprivateClause: true, spec.LinearClause: true, spec.IsDevicePtrClause: true, spec.UseDevicePtrClause: true,
	spec.NontemporalClause: true, spec.AlignedClause: true, spec.LinkClause: true, spec.LocalClause: true,
	spec.AllocateClause: true,
}

// checkItems applies the rules on list items to the clauses and arguments of c.
func (k itemRules) checkItems(c *tree.Construct) {
	if a := c.Args; a != nil && c.Def.Assoc != spec.AssocDecl && c.Kind != spec.Critical {
		for _, it := range a.Items {
			k.checkDirectiveItem(c, it)
		}
	}
	for _, cl := range c.Clauses {
		if cl.Def == nil || c.Def.Assoc == spec.AssocDecl {
			continue
		}
		for _, it := range cl.Items {
			switch {
			case tree.IsReserved(it.Text) &&
				!(cl.Kind == spec.DependClause && (it.Text == "omp_all_memory" || cl.HasModifier("sink"))):
				k.reservedItem(it, "clause '"+cl.Kind.String()+"'")
			case !it.Name:
				k.checkItem(c, cl, it)
			}
		}
	}
}

// reservedItem reports a reserved locator (5.2 §3.2.2) in a list of variables.
func (k itemRules) reservedItem(it *tree.Item, where string) {
	of := "of dependences"
	if it.Text == "omp_cur_iteration" {
		of = "of doacross"
	}
	k.diags.Errorf(it.Span, diag.NotAVariable, "%s in %s is not a variable: it is valid only as an item %s", it.Text,
		where, of).WithSection("5.2 §3.2.2").
		WithFix("name the variables instead")
}

// checkDirectiveItem checks the list of threadprivate, declare target, allocate, flush …
func (k itemRules) checkDirectiveItem(c *tree.Construct, it *tree.Item) {
	if tree.IsReserved(it.Text) {
		k.reservedItem(it, "the list of '"+c.Kind.String()+"'")
		return
	}
	if it.Name || it.Node == nil {
		return
	}
	if c.Kind == spec.Depobj {
		return
	}
	if it.Decl == nil || !it.IsVar() {
		k.diags.Errorf(it.Span, diag.NotAVariable, "'%s' in the list of '%s' is not the name of a variable", it.Text,
			c.Kind).WithSection(c.Def.Section)
		return
	}
	fn := ctree.IsFunction(it.Decl)
	local := ctree.IsAutomatic(it.Decl)
	switch c.Kind {
	case spec.Threadprivate, spec.Groupprivate:
		if t := it.Decl.Type(); t != nil && tree.IsIncompleteStruct(t) {
			k.diags.Errorf(it.Span, diag.IncompleteType, "'%s' in the list of '%s' has the incomplete type '%s'",
				it.Text, c.Kind, ctree.TypeText(t)).WithSection(c.Def.Section).
				WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
				WithFix("define its type before the directive")
		}
		if fn || local {
			k.wrongStorage(c.Kind, it, fn, "static storage duration")
		}
		k.sameScope(c, it)
	case spec.DeclareTarget:
		if !fn && local {
			k.wrongStorage(c.Kind, it, fn, "static storage duration")
		}
	case spec.Allocate, spec.Flush:
		if c.Kind == spec.Allocate {
			k.sameScope(c, it)
			if it.Decl.IsParam() {
				k.diags.Errorf(it.Span, diag.WrongStorage,
					"directive 'allocate' cannot apply to parameter '%s': its storage already exists", it.Text).
					WithSection(c.Def.Section).
					WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
					WithFix("copy it to a variable")
			}
		}
		if fn {
			k.diags.Errorf(it.Span, diag.NotAVariable, "'%s' in the list of '%s' is a function", it.Text, c.Kind).
				WithSection(c.Def.Section)
		}
	}
}

// sameScope reports a list item that another scope than the directive's declares (5.2
// §5.2, §6.5).
func (k itemRules) sameScope(c *tree.Construct, it *tree.Item) {
	use, ok := ctree.Strip(it.Node).(*cc.PrimaryExpression)
	if !ok || it.Decl.IsParam() || use.LexicalScope() == nil || it.Decl.ResolvedIn() == nil ||
		it.Decl.ResolvedIn().Parent == nil || use.LexicalScope() == it.Decl.ResolvedIn() {
		return
	}
	k.diags.Errorf(it.Span, diag.WrongScope, "'%s' in the list of '%s' must be declared in the same block", it.Text,
		c.Kind).WithSection(c.Def.Section).
		WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
		WithFix("move the directive after the declaration, in the same block")
}

func (k itemRules) wrongStorage(d spec.DirectiveKind, it *tree.Item, fn bool, want string) {
	what := "is a local variable"
	if fn {
		what = "is a function"
	}
	k.diags.Errorf(it.Span, diag.WrongStorage, "'%s' in the list of '%s' %s: it must have %s", it.Text, d, what, want).
		WithSection(spec.Directives().Defs[d].Section).
		WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
		WithFix("declare it static or at file scope")
}

// commaSubscript warns about a[0,10], which is the element a[10] in C.
func (k itemRules) commaSubscript(cl *tree.Clause, it *tree.Item) {
	ctree.Walk(it.Node, func(n cc.Node) bool {
		x, ok := n.(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionIndex {
			return true
		}
		if l, ok := x.ExpressionList.(*cc.ExpressionList); ok && l.ExpressionList != nil {
			k.diags.Warnf(it.Span, diag.OmpCommaSubscript,
				"'%s' in clause '%s' is a single element: the comma in its subscript is C's comma operator", it.Text,
				cl.Kind).
				WithSection("5.2 §3.2.5").WithFix("write [lower-bound : length] for an array section")
			return false
		}
		return true
	})
}

// checkItem checks one list item of a clause.
func (k itemRules) checkItem(c *tree.Construct, cl *tree.Clause, it *tree.Item) {
	if it.Node == nil {
		return
	}
	if it.Decl == nil {
		k.notLvalue(cl, it)
		return
	}
	k.commaSubscript(cl, it)
	if ctree.IsFunction(it.Decl) && it.IsVar() && cl.Kind != spec.EnterClause && cl.Kind != spec.InitClause {
		k.diags.Errorf(it.Span, diag.NotAVariable, "'%s' in clause '%s' is a function, not a variable", it.Text,
			cl.Kind).
			WithSection(cl.Def.Section).WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name()).
			WithFix("leave '%s' out of the clause", it.Text)
		return
	}
	if varClauses[cl.Kind] && !it.IsVar() {
		e := k.diags.Errorf(it.Span, diag.NotAVariable,
			"'%s' in clause '%s' is not a variable: the clause takes whole variables only", it.Text, cl.Kind).
			WithSection(cl.Def.Section)
		e.WithFix("write %s(%s)", cl.Kind, it.Decl.Name())
		return
	}
	if (cl.Kind.Is(spec.Moves) || tree.OneOf(cl.Kind, spec.HasDeviceAddrClause, spec.UseDeviceAddrClause)) &&
		len(it.Sections) == 0 && len(it.Shape) == 0 && !ctree.IsLvalue(it.Node) {
		k.diags.Errorf(it.Span, diag.NotAVariable,
			"'%s' in clause '%s' has no address: it must be a variable, an element or a section", it.Text, cl.Kind).
			WithSection(cl.Def.Section).WithFix("write %s, or a section of what it points to: p[0:n]", it.Decl.Name())
		return
	}
	if (cl.Kind.Is(spec.Moves) || tree.OneOf(cl.Kind, spec.DependClause, spec.AffinityClause)) &&
		it.Decl.IsRegister() && ctree.IsAutomatic(it.Decl) && (it.IsVar() || undecayed(it.Node) == it.Decl.Type()) {
		k.diags.Errorf(it.Span, diag.NotAVariable, "'%s' in clause '%s' is a register variable, which has no address",
			it.Text, cl.Kind).WithSection(cl.Def.Section).
			WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name()).
			WithFix("declare it without register")
		return
	}
	if cl.Kind.Is(spec.Moves) && !k.checkElement(it) ||
		!k.checkSections(it) {
		return
	}
	k.checkType(cl, it)
	k.checkStorage(c, cl, it)
}

func (k itemRules) notLvalue(cl *tree.Clause, it *tree.Item) {
	switch cl.Kind {
	case spec.UsesAllocatorsClause, spec.DependClause, spec.AffinityClause, spec.InitClause, spec.UseClause,
		spec.InteropClause:
		return
	}
	if !varClauses[cl.Kind] && (len(it.Sections) > 0 && isCall(it.Node) || isPointed(it.Node)) {
		return // an lvalue that the program reaches through a pointer
	}
	k.diags.Errorf(it.Span, diag.NotAVariable, "'%s' in clause '%s' is not a variable", it.Text, cl.Kind).
		WithSection(cl.Def.Section).
		WithFix("write a variable or an array section: a[0:n]")
}

func isCall(n cc.ExpressionNode) bool {
	x, ok := ctree.Strip(n).(*cc.PostfixExpression)
	return ok && x.Case == cc.PostfixExpressionCall
}

// isPointed reports whether n dereferences a pointer, or is a member of such an lvalue.
func isPointed(n cc.ExpressionNode) bool {
	switch x := ctree.Strip(n).(type) {
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPSelect, cc.PostfixExpressionIndex:
			return true
		case cc.PostfixExpressionSelect:
			return isPointed(x.PostfixExpression)
		}
	}
	return false
}

// undecayed returns the type of an expression before array-to-pointer decay.
func undecayed(n cc.ExpressionNode) cc.Type {
	if n == nil || n.Type() == nil {
		return nil
	}
	return n.Type().Undecay()
}

// checkSections checks the array sections of it against the type of the base expression
// (5.2 §3.2.5). It reports whether they are valid.
func (k itemRules) checkSections(it *tree.Item) bool {
	t := undecayed(it.Node)
	if len(it.Shape) > 0 {
		if t != nil && t.Kind() != cc.Ptr && t.Kind() != cc.Array {
			k.diags.Errorf(it.Span, diag.BadType, "'%s' has type '%s', but a shape-operator needs a pointer", it.Base,
				ctree.TypeText(t)).WithSection("5.2 §3.2.4").
				WithFix("leave the shape out, or write a pointer")
			return false
		}
		return true
	}
	for _, s := range it.Sections {
		if t == nil {
			return true
		}
		switch x := t.(type) {
		case *cc.ArrayType:
			if !k.checkBounds(it, s, x.Len()) ||
				x.Len() <= 0 && !(it.Decl != nil && it.Decl.IsParam()) && !k.checkLower(it, s) {
				return false
			}
			t = x.Elem()
		case *cc.PointerType:
			if !s.Single && s.Length == nil && !s.Assumed {
				k.diags.Errorf(it.Span, diag.SectionLength,
					"array section '%s' must specify its length: '%s' is a pointer, so its extent is unknown", it.Text,
					it.Base).
					WithSection("5.2 §3.2.5").WithFix("write %s[lower:length]", it.Base)
				return false
			}
			if !k.checkBounds(it, s, -1) {
				return false
			}
			t = x.Elem()
			if t != nil && t.Kind() == cc.Function {
				k.diags.Errorf(it.Span, diag.BadSection, "'%s' points to functions, which have no elements", it.Base).
					WithSection("5.2 §3.2.5").WithFix("write %s, the pointer itself", it.Base)
				return false
			}
			if t != nil && (t.Kind() == cc.Void || tree.IsIncompleteStruct(t)) {
				k.diags.Errorf(it.Span, diag.IncompleteType,
					"the array section '%s' has elements of the incomplete type '%s'", it.Text, ctree.TypeText(t)).
					WithSection("5.2 §3.2.5").WithFix("cast the pointer to a complete type first")
				return false
			}
		default:
			k.diags.Errorf(it.Span, diag.NotAnArray, "'%s' has more subscripts than '%s' of type '%s' has dimensions",
				it.Text, it.Base, ctree.TypeText(undecayed(it.Node))).WithSection("5.2 §3.2.5").
				WithFix("leave the last brackets out")
			return false
		}
		if t != nil {
			t = t.Undecay()
		}
	}
	return true
}

// checkElement reports an array element whose constant subscript is out of bounds.
func (k itemRules) checkElement(it *tree.Item) bool {
	x, ok := ctree.Strip(it.Node).(*cc.PostfixExpression)
	for ; ok && x.Case == cc.PostfixExpressionIndex; x, ok = ctree.Strip(x.PostfixExpression).(*cc.PostfixExpression) {
		a, isArray := undecayed(x.PostfixExpression).(*cc.ArrayType)
		i, isConst := ctree.ConstInt(x.ExpressionList)
		if !isArray || !isConst || a.Len() <= 0 || i < a.Len() {
			continue
		}
		d := k.diags.Errorf(it.Span, diag.BadSection, "'%s' is out of bounds: the array has %d elements", it.Text,
			a.Len()).
			WithSection("5.2 §3.2.5").WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name())
		if ctree.VarOf(x.PostfixExpression) == it.Decl {
			d.WithFix("write %s[0:%d] for all elements", it.Decl.Name(), a.Len())
		} else {
			d.WithFix("write a subscript of at most %d", a.Len()-1)
		}
		return false
	}
	return true
}

// checkLower reports a constant negative lower bound, which is invalid for an array of any length.
func (k itemRules) checkLower(it *tree.Item, s *tree.Section) bool {
	if s.Lower == nil {
		return true
	}
	if lo, ok := ctree.ConstInt(s.Lower.Node); ok && lo < 0 {
		k.diags.Errorf(s.Lower.Span, diag.BadSection, "the lower bound of array section '%s' is negative", it.Text).
			WithSection("5.2 §3.2.5").WithFix("write a lower bound of 0 or more")
		return false
	}
	return true
}

// checkBounds checks the constant bounds of section s against the array's length, which is
// -1 if it is unknown.
func (k itemRules) checkBounds(it *tree.Item, s *tree.Section, length int64) bool {
	val := func(e *tree.Expr) (int64, bool) {
		if e == nil {
			return 0, false
		}
		return ctree.ConstInt(e.Node)
	}
	for _, e := range []*tree.Expr{s.Lower, s.Length, s.Stride} {
		if e != nil && e.Node != nil && e.Node.Type() != nil && !tree.IsIntegerType(e.Node.Type()) {
			k.diags.Errorf(e.Span, diag.NotInteger, "'%s' in the array section '%s' must be an integer", e.Text,
				it.Text).WithSection("5.2 §3.2.5").WithFix("write an integer")
			return false
		}
	}
	lo, loKnown := val(s.Lower)
	n, nKnown := val(s.Length)
	if st, ok := val(s.Stride); ok && st <= 0 {
		k.diags.Errorf(s.Stride.Span, diag.BadSection, "the stride of array section '%s' must be positive", it.Text).
			WithSection("5.2 §3.2.5").WithFix("write a positive stride")
		return false
	}
	if nKnown && n < 0 {
		k.diags.Errorf(s.Length.Span, diag.BadSection, "the length of array section '%s' is negative", it.Text).
			WithSection("5.2 §3.2.5").WithFix("write a length of 0 or more")
		return false
	}
	if length <= 0 {
		return true
	}
	if !k.checkLower(it, s) {
		return false
	}
	if loKnown && lo > length && !s.Single {
		k.diags.Errorf(s.Lower.Span, diag.BadSection,
			"array section '%s' is out of bounds: it begins at %d, but the array has %d elements", it.Text, lo, length).
			WithSection("5.2 §3.2.5").WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name()).
			WithFix("write a lower bound of at most %d", length-1)
		return false
	}
	stride := int64(1)
	if s.Stride != nil {
		var known bool
		if stride, known = val(s.Stride); !known {
			return true
		}
	}
	if s.Single || !nKnown || n == 0 {
		return true
	}
	if !loKnown {
		lo = 0 // the smallest valid lower bound
	}
	if end := lo + (n-1)*stride + 1; end > length {
		d := k.diags.Errorf(s.Length.Span, diag.BadSection,
			"array section '%s' is out of bounds: it ends at %d, but the array has %d elements", it.Text, end, length).
			WithSection("5.2 §3.2.5").WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name())
		if room := (length - lo + stride - 1) / stride; room > 0 && (loKnown || s.Lower == nil) {
			d.WithFix("write %d as the length", room)
		} else if stride == 1 {
			d.WithFix("write %d - %s as the length", length, s.Lower.Text)
		}
		return false
	}
	return true
}

// checkType checks the type of a clause's list item.
func (k itemRules) checkType(cl *tree.Clause, it *tree.Item) {
	t := undecayed(it.Node)
	if t == nil {
		return
	}
	declared := func() (s string) { return it.Decl.Name() }
	switch cl.Kind {
	case spec.MapClause, spec.ToClause, spec.FromClause, spec.PrivateClause, spec.FirstprivateClause,
		spec.LastprivateClause:
		k.checkComplete(cl, it, t)
		k.checkBitField(cl, it)
	case spec.IsDevicePtrClause, spec.UseDevicePtrClause:
		if t.Kind() != cc.Ptr && (t.Kind() != cc.Array || cl.Kind == spec.UseDevicePtrClause && !it.Decl.IsParam()) {
			e := k.diags.Errorf(it.Span, diag.NotAPointer, "'%s' in clause '%s' has type '%s': it must be a pointer",
				it.Text, cl.Kind, ctree.TypeText(t)).
				WithSection(cl.Def.Section).WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", declared())
			e.WithFix("write %s",
				map[spec.ClauseKind]string{spec.IsDevicePtrClause: "has_device_addr",
					spec.UseDevicePtrClause: "use_device_addr"}[cl.Kind])
		}
	case spec.AlignedClause:
		if t.Kind() != cc.Ptr && t.Kind() != cc.Array {
			k.diags.Errorf(it.Span, diag.NotAPointer,
				"'%s' in clause 'aligned' has type '%s': it must be a pointer or an array", it.Text, ctree.TypeText(t)).
				WithSection(cl.Def.Section).
				WithFix("leave '%s' out of the clause", it.Text)
		}
	case spec.LinearClause:
		if !tree.IsIntegerType(t) && t.Kind() != cc.Ptr {
			k.diags.Errorf(it.Span, diag.BadType,
				"'%s' in clause 'linear' has type '%s': it must be an integer or a pointer", it.Text,
				ctree.TypeText(t)).WithSection(cl.Def.Section).
				WithFix("write private(%s) or lastprivate(%[1]s), and compute its value from the loop variable", it.Text)
		}
	case spec.ReductionClause, spec.InReductionClause, spec.TaskReductionClause:
		if k.checkComplete(cl, it, t) {
			k.checkReductionType(cl, it, t)
		}
	case spec.InductionClause:
		sharingRules{k.context}.checkInductionType(cl, it, t)
	}
	assigns := cl.Kind.Is(spec.Privatizes|spec.Reduces) && cl.Kind != spec.FirstprivateClause ||
		cl.Kind == spec.CopyprivateClause
	if assigns && it.IsVar() && isConst(it.Decl) {
		k.diags.Errorf(it.Span, diag.ConstItem, "'%s' in clause '%s' is const: the clause must be able to assign it",
			it.Text, cl.Kind).
			WithSection(cl.Def.Section).WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", declared()).
			WithFix("declare '%s' without const, or leave it out of the clause", it.Text)
	}
}

// checkComplete reports list item it if its type t is incomplete.
func (k itemRules) checkComplete(cl *tree.Clause, it *tree.Item, t cc.Type) bool {
	arr, isArr := t.(*cc.ArrayType)
	if len(it.Sections) > 0 || len(it.Shape) > 0 ||
		!tree.IsIncompleteStruct(t) &&
			(!isArr || arr.Len() >= 0 || !arr.IsIncomplete() || arr.IsVLA() || it.Decl.IsParam()) {
		return true
	}
	k.diags.Errorf(it.Span, diag.IncompleteType, "'%s' in clause '%s' has the incomplete type '%s'", it.Text, cl.Kind,
		ctree.TypeText(t)).
		WithSection(cl.Def.Section).WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name()).
		WithFix("complete the type of '%s' before the directive", it.Decl.Name())
	return false
}

func isConst(d *cc.Declarator) bool {
	t := d.Type()
	if t == nil || t.Kind() == cc.Ptr {
		return false
	}
	return d.IsConst()
}

func (k *context) checkBitField(cl *tree.Clause, it *tree.Item) {
	x, ok := ctree.Strip(it.Node).(*cc.PostfixExpression)
	if ok && x != nil && x.Field() != nil && x.Field().IsBitfield() {
		k.diags.Errorf(it.Span, diag.BitField, "the bit-field '%s' cannot appear in clause '%s'", it.Text, cl.Kind).
			WithSection(cl.Def.Section).WithFix("list the structure '%s'", it.Decl.Name())
	}
}

// checkReductionType checks that the reduction identifier fits the item's type
// (5.2 §5.5.5).
func (k itemRules) checkReductionType(cl *tree.Clause, it *tree.Item, t cc.Type) {
	id := tree.ReductionID(cl)
	t = tree.ElementType(it, t)
	for _, r := range k.reductions[id] {
		for _, rt := range r.Reduction.Types {
			if rt.Type != nil && tree.SameType(rt.Type, t) {
				return
			}
		}
	}
	var fix string
	op := tree.ReductionOpOf(id)
	switch {
	case op == nil:
		if len(k.reductions[id]) == 0 {
			e := k.diags.Errorf(it.Span, diag.UnknownReduction, "no declare reduction for '%s' is visible", id).
				WithSection("5.2 §5.5.1")
			e.Span = cl.Modifiers[len(cl.Modifiers)-1].Span
			e.WithFix("declare it: #pragma omp declare reduction(%s : %s : …)", id, ctree.TypeText(t))
			if op := tree.OperatorNames[id]; op != "" && t.Kind() != cc.Struct && t.Kind() != cc.Union {
				e.WithFix("write %s(%s: %s)", cl.Kind, op, it.Text)
			}
			return
		}
		fix = "declare it for this type too"
	case t.Kind() == cc.Ptr:
		fix = "reduce the elements: " + cl.Kind.String() + "(" + id + ": " + it.Text + "[0:n])"
	case op.Reduces(t):
		return
	case cc.IsFloatingPointType(t):
		fix = "use an integer type, or an arithmetic operator"
	case !cc.IsArithmeticType(t):
		fix = "declare a reduction for the type: #pragma omp declare reduction"
	}
	e := k.diags.Errorf(it.Span, diag.BadType,
		"reduction identifier '%[3]s' is not defined for '%[1]s' of type '%[2]s'", it.Text, ctree.TypeText(t), id).
		WithSection("5.2 §5.5.5")
	if fix != "" {
		e.WithFix("%s", fix)
	}
}

// checkStorage applies the rules on threadprivate variables.
func (k itemRules) checkStorage(c *tree.Construct, cl *tree.Clause, it *tree.Item) {
	tp := k.threadprivate[it.Decl.Name()]
	if tp != nil && tp.Decl != nil && !tree.SameObject(tp.Decl, it.Decl) {
		tp = nil
	}
	switch {
	case cl.Kind == spec.CopyinClause:
		if tp == nil {
			k.diags.Errorf(it.Span, diag.NotThreadprivate, "'%s' in clause 'copyin' is not threadprivate", it.Text).
				WithSection(cl.Def.Section).WithFix("declare it: #pragma omp threadprivate(%s)", it.Text)
		}
	case cl.Kind.Is(spec.Shares | spec.Moves), cl.Kind == spec.LinkClause, cl.Kind == spec.EnterClause:
		if tp != nil {
			k.diags.Errorf(it.Span, diag.Threadprivate, "the threadprivate variable '%s' cannot appear in clause '%s'",
				it.Decl.Name(), cl.Kind).
				WithSection("5.2 §5.2").WithNote(tp.Span, "it is declared threadprivate here").
				WithFix("leave '%s' out of clause '%s'", it.Decl.Name(), cl.Kind)
		}
	}
	if c.Kind == spec.DeclareTarget &&
		(cl.Kind == spec.EnterClause || cl.Kind == spec.LinkClause || cl.Kind == spec.LocalClause) &&
		!ctree.IsFunction(it.Decl) && ctree.IsAutomatic(it.Decl) {
		k.wrongStorage(c.Kind, it, false, "static storage duration")
	}
}

// inSharingClause reports whether cl gives its items a data-sharing attribute, or requires one (5.2 §5.4, §5.7).
func inSharingClause(cl *tree.Clause) bool {
	return cl.Kind.Is(spec.Shares|spec.DeviceAddress|spec.Reduces) || cl.Kind == spec.CopyprivateClause
}

// checkDataSharing reports a variable in two clauses that exclude each other (5.2 §5.4).
func (k itemRules) checkDataSharing(c *tree.Construct) {
	if c.Def.Assoc == spec.AssocDecl {
		return
	}
	type place struct {
		cl *tree.Clause
		it *tree.Item
	}
	seen := map[*cc.Declarator]place{}
	for _, cl := range c.Clauses {
		if !inSharingClause(cl) {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl == nil || !it.IsVar() && len(it.Sections) == 0 {
				continue
			}
			p, dup := seen[it.Decl]
			if !dup {
				seen[it.Decl] = place{cl, it}
				continue
			}
			if mayShare(c.Directive, p.cl, cl) {
				continue
			}
			k.twice(c, p.cl, cl, p.it, it)
		}
	}
	if !c.Has(spec.Target) && !c.Has(spec.TargetData) {
		return
	}
	for _, cl := range c.All(spec.MapClause) {
		for _, it := range cl.Items {
			if p, dup := seen[it.Decl]; dup && it.Decl != nil &&
				(it.IsVar() || tree.OneOf(p.cl.Kind, spec.PrivateClause, spec.FirstprivateClause)) &&
				mapConflicts(c.Directive, p.cl) {
				k.twice(c, p.cl, cl, p.it, it)
			}
		}
	}
}

func mayShare(d *tree.Directive, a, b *tree.Clause) bool {
	pair := func(x, y spec.ClauseKind) bool { return a.Kind == x && b.Kind == y || a.Kind == y && b.Kind == x }
	if pair(spec.FirstprivateClause, spec.LastprivateClause) {
		return true
	}
	if pair(spec.UseDevicePtrClause, spec.SharedClause) || pair(spec.CopyinClause, spec.SharedClause) {
		return true
	}
	if pair(spec.LinearClause, spec.FirstprivateClause) {
		return len(d.Leafs) > 1 && !d.Has(spec.For) // a worksharing loop accepts both
	}
	return pair(spec.InReductionClause, spec.FirstprivateClause) && len(d.Leafs) > 1
}

// mapConflicts reports whether a variable in clause cl must not appear in a map clause of the
// same construct. On a combined construct this holds only if cl applies to target.
func mapConflicts(d *tree.Directive, cl *tree.Clause) bool {
	if cl.Kind.Is(spec.DeviceAddress) {
		return cl.Kind == spec.IsDevicePtrClause || cl.Kind == spec.HasDeviceAddrClause
	}
	return len(d.Leafs) == 1
}

// onlyOne returns the fix-it for two items of one variable.
func onlyOne(a, b *tree.Item) string {
	if a.Text != b.Text && len(a.Sections) > 0 && len(b.Sections) > 0 {
		return "write one array section that has both in it"
	}
	return "remove one of them"
}

func (k itemRules) twice(c *tree.Construct, a, b *tree.Clause, ia, ib *tree.Item) {
	name := ib.Decl.Name()
	if a.Kind == b.Kind {
		e := k.diags.Errorf(ib.Span, diag.ItemTwice, "'%s' appears twice in '%s' clauses of directive '%s'", name,
			a.Kind, c.Kind).
			WithSection("5.2 §5.4").WithNote(ia.Span, "the first is here").WithFix("%s", onlyOne(ia, ib))
		if ia.Text == ib.Text {
			tree.WithoutItem(e, c.Pragma, b, ib)
		}
		return
	}
	clauses := strings.Join([]string{"'" + a.Kind.String() + "'", "'" + b.Kind.String() + "'"}, " and ")
	e := k.diags.Errorf(ib.Span, diag.ItemInTwoClauses, "'%s' appears in both clauses %s of directive '%s'", name,
		clauses, c.Kind)
	tree.WithoutItem(e.WithSection("5.2 §5.4").WithNote(ia.Span, "it is in '%s' here", a.Kind).
		WithFix("remove it from one of them"), c.Pragma, b, ib)
}

// checkLoopVars applies the rules on the data-sharing of loop variables (5.2 §5.1.1).
func (k itemRules) checkLoopVars(c *tree.Construct) {
	if c.Nest == nil {
		return
	}
	for _, l := range c.Nest.Loops {
		resolve.LoopVariableClauses(k.t, c, l, k.diags)
	}
}
