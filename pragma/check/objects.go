// The life of variables of OpenMP's types: depend, interop and event objects, locks.

package check

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Objects of OpenMP that are used though nothing initialises them: locks, depend objects
// and interoperability objects (5.2 §3.5, §14.1.3, §15.9.3, §18.9). Only variables are
// looked at that nobody else can initialise: every mention of them is known.

// object is a variable of one of these types.
type object struct {
	decl        *cc.Declarator
	initialised bool // or given to what may initialise it
	used        bool
	at          diag.Span // the first use
	section     string
	fix         string
}

type objectTable struct {
	k    *context
	all  map[*cc.Declarator]*object
	list []*object
}

// checkObjects warns of the first use of each object that is never initialised.
func (k taskRules) checkObjects() {
	if k.t.Unit.AST == nil || k.diags.HasErrors() {
		return
	}
	t := &objectTable{k: k.context, all: map[*cc.Declarator]*object{}}
	for _, c := range k.t.All {
		if c != nil {
			t.directive(c)
		}
	}
	for tu := k.t.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if e := tu.ExternalDeclaration; e != nil && e.FunctionDefinition != nil {
			t.function(e.FunctionDefinition)
		}
	}
	for _, o := range t.list {
		if o.initialised || !o.used {
			continue
		}
		k.diags.Warnf(o.at, diag.OmpUninitializedObject, "'%s' is used uninitialised", o.decl.Name()).
			WithSection(o.section).
			WithNote(k.t.Unit.NodeSpan(o.decl), "'%s' is declared here", o.decl.Name()).WithFix("%s", o.fix)
	}
}

// of is the entry of variable d, nil if others may initialise it.
func (t *objectTable) of(d *cc.Declarator) *object {
	if d == nil || d.IsParam() || !ctree.IsAutomatic(d) && !d.IsStatic() || d.HasInitializer() || d.Type() == nil {
		return nil
	}
	if !tree.OneOf(ctree.TypeText(d.Type().Undecay()), "omp_lock_t", "omp_nest_lock_t", "omp_depend_t") &&
		!isInterop(d.Type()) {
		return nil
	}
	o := t.all[d]
	if o == nil {
		o = &object{decl: d}
		t.all[d] = o
		t.list = append(t.list, o)
	}
	return o
}

// use notes a use of variable d.
func (t *objectTable) use(d *cc.Declarator, at diag.Span, section, fix string) {
	if o := t.of(d); o != nil && !o.used {
		o.used, o.at, o.section, o.fix = true, at, section, fix
	}
}

func (t *objectTable) initialised(d *cc.Declarator) {
	if o := t.of(d); o != nil {
		o.initialised = true
	}
}

// directive notes what directive c does with the objects that its clauses name.
func (t *objectTable) directive(c *tree.Construct) {
	const depend = "initialise it: #pragma omp depobj(%s) depend(inout: …)"
	for _, v := range c.Variants {
		if v != nil {
			t.directive(v)
		}
	}
	if c.Kind == spec.Depobj && c.Args != nil {
		for _, it := range c.Args.Items {
			if c.Clause(spec.DependClause) != nil || c.Clause(spec.InitClause) != nil {
				t.initialised(it.Decl)
			} else {
				t.use(it.Decl, it.Span, "5.2 §15.9.4", strings.Replace(depend, "%s", it.Text, 1))
			}
		}
	}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			switch {
			case cl.Kind == spec.InitClause, cl.Kind == spec.AppendArgsClause:
				t.initialised(it.Decl)
			case cl.Kind == spec.DependClause && cl.HasModifier("depobj"):
				t.use(it.Decl, it.Span, "5.2 §15.9.5", strings.Replace(depend, "%s", it.Text, 1))
			}
		}
		if c.Kind != spec.Interop || !tree.OneOf(cl.Kind, spec.InitClause, spec.UseClause, spec.DestroyClause) {
			continue
		}
		for _, x := range tree.InteropVars(cl) {
			if cl.Kind == spec.InitClause {
				t.initialised(tree.RootDecl(x.Node))
			} else {
				t.use(tree.RootDecl(x.Node), x.At, cl.Def.Section,
					"initialise it: #pragma omp interop init(targetsync: "+x.Text+")")
			}
		}
	}
}

// function notes the calls that initialise or use locks; whoever else gets the address of
// an object may initialise it.
func (t *objectTable) function(fd *cc.FunctionDefinition) {
	known := map[cc.Node]bool{}
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionSizeofExpr {
				return false
			}
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionCall {
				break
			}
			f := ctree.VarOf(x.PostfixExpression)
			if f == nil || lockTypes[f.Name()] == "" || x.ArgumentExpressionList == nil {
				break
			}
			a, ok := ctree.Strip(x.ArgumentExpressionList.AssignmentExpression).(*cc.UnaryExpression)
			if !ok || a.Case != cc.UnaryExpressionAddrof {
				break
			}
			d := ctree.VarOf(a.CastExpression)
			o := t.of(d)
			if o == nil {
				break
			}
			known[ctree.Strip(a.CastExpression)] = true
			if strings.HasPrefix(f.Name(), "omp_init_") {
				o.initialised = true
			} else {
				kind := "omp_init_lock"
				if lockTypes[f.Name()] == "omp_nest_lock_t" {
					kind = "omp_init_nest_lock"
				}
				t.use(d, t.k.t.Unit.NodeSpan(x), "5.2 §18.9", "call "+kind+"(&"+d.Name()+") before")
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && !known[x] && t.k.t.Unit.InPragma(x) == nil {
				t.initialised(ctree.VarOf(x))
			}
		}
		return true
	})
}
