package tree

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
)

// Directive is one parsed pragma, before names are bound.
type Directive struct {
	Kind spec.DirectiveKind
	// Leafs are the constituent directives of a combined or composite
	// construct in order: target, teams, distribute, parallel, for, simd.
	// One element, Kind itself, when the directive is not combined.
	Leafs   []spec.DirectiveKind
	Clauses []*Clause
	// Withdrawn are clauses in the source whose argument says that they do not hold.
	Withdrawn []*Clause
	// Args are the directive's own arguments, if it takes any: the list of
	// "declare target(…)", "flush(…)", "threadprivate(…)", the name of critical(…).
	Args   *Clause
	Pragma *parse.Pragma
	// Def is the directive's row of the table.
	Def *spec.DirectiveDef
	// Reduction is what a declare reduction declares.
	Reduction *ReductionDecl
	// Induction is what a declare induction declares.
	Induction *InductionDecl
	// Mapper is what a declare mapper declares.
	Mapper *MapperDecl
	// Deprecated is set when the directive was written in a deprecated
	// spelling whose meaning the fields above give.
	Deprecated string
	// Within is the begin declare variant directive around one.
	Within *Directive
	// Base is the base function that declare variant names in front of the variant, "" if
	// it names none.
	Base string

	BaseSpan    diag.Span
	SpecVersion int // of the specification
	// The directive is Pragma.Text[start:end], which is all of it except for a
	// directive inside a clause; its name ends at NameEnd.
	NameStart, NameEnd, TextEnd int
	// BadDoacross: the directive was written with a doacross clause that has an error of its own.
	BadDoacross bool
	Slots       []Slot // of its marker
}

// Slot is one argument of a directive's marker, or one statement of a scope inside one: an expression of the
// directive, which Bind finds typed in the C tree.
type Slot struct {
	Text string
	Off  int
	Bind func(cc.ExpressionNode)
}

// ReductionDecl is a declare reduction directive: id : types : combiner.
type ReductionDecl struct {
	ID       string
	Combiner string // C text
	// Initializer is the C text of the initializer clause: "omp_priv = 0" or
	// "init(&omp_priv)"; "" if there is none.
	Initializer string
	Types       []*ReductionType
}

// ReductionType is one of a declare reduction's types with its own typed copy of
// the combiner and the initializer, filled by Bind.
type ReductionType struct {
	Text                string
	Span                diag.Span
	Type                cc.Type
	In, Out, Priv, Orig *cc.Declarator
	Combiner            cc.ExpressionNode
	// Init is the initializer of Priv for the form omp_priv = …; InitCall is
	// the expression of the other form.
	Init     *cc.Initializer
	InitCall cc.ExpressionNode
}

// MapperDecl is a declare mapper directive: [id:] type var.
type MapperDecl struct {
	ID   string // "default" when not given
	Type string
	Var  string
	Decl *cc.Declarator // of Var, filled by Bind
}

// Pos is the place of the directive's name.
func (d *Directive) Pos() diag.Pos { return d.Pragma.Pos }

// Has reports whether leaf k is one of the directive's constituents.
func (d *Directive) Has(k spec.DirectiveKind) bool {
	for _, l := range d.Leafs {
		if l == k {
			return true
		}
	}
	return false
}

// Clause returns the first clause of kind k, or nil.
func (d *Directive) Clause(k spec.ClauseKind) *Clause {
	for _, c := range d.Clauses {
		if c.Kind == k {
			return c
		}
	}
	return nil
}

// All returns the clauses of kind k in order.
func (d *Directive) All(k spec.ClauseKind) []*Clause {
	var r []*Clause
	for _, c := range d.Clauses {
		if c.Kind == k {
			r = append(r, c)
		}
	}
	return r
}

// Clause is one clause with its modifiers and arguments.
//
// Shape by kind: list clauses (private, map, depend, reduction …) fill Items;
// expression clauses (num_teams, device, if, collapse …) fill Exprs; keyword
// Clauses (schedule, defaultmap, default, bind, order, proc_bind, atomic's
// memory orders …) fill Words. Modifiers come before the colon (or, for
// trailing modifiers such as linear's step, after it) as written.
type Clause struct {
	Kind  spec.ClauseKind
	Span  diag.Span // the clause's name in the source
	Start int       // byte range of the whole clause in Pragma.Text
	End   int
	// Modifiers in order: map's "always", "tofrom"; reduction's "+" or
	// "task"; if's "target"; schedule's "monotonic"; device's "ancestor".
	Modifiers []*Modifier
	Items     []*Item
	Exprs     []*Expr
	Words     []string
	// Def is the clause's row of the table.
	Def *spec.ClauseDef
	// Selector is the context selector of match and when.
	Selector []*TraitSet
	// Variants are the directives inside when, otherwise (one; nil element
	// for an omitted variant, which means nothing) and apply.
	Variants []*Directive
	// Allocs are uses_allocators' elements, in step with Items.
	Allocs []*AllocUse
	// Attributes are those of ompx_attribute, whose arguments are in Exprs, too.
	Attributes []*Attribute
	// Runtimes are the foreign runtimes in prefer_type that are expressions.
	Runtimes []*Expr
	// Code is the C text of initializer, combiner, inductor and collector.
	Code string
	// Trailing are the modifiers after a list's colon: linear's step(2) and
	// val, aligned's alignment. A bare expression has the name "step" or
	// "alignment".
	Trailing []*Modifier
	// Written is the clause's name in the source when it is a deprecated
	// spelling of Kind ("to" for enter, "depend" for doacross), or "".
	Written string
	// On is the directive-name modifier (6.0 §5.4), "" without one.
	On     spec.DirectiveKind
	OnSpan diag.Span
	// Affirmed is set for a flag with an argument that is constantly true: the
	// argument is only in the source.
	Affirmed bool
	// Implied is set on clauses that ClausesFor made up (5.2 §17.2).
	Implied bool
}

// AllocUse is one element of uses_allocators.
type AllocUse struct {
	Item             *Item
	Traits, MemSpace string // names of variables / memory spaces, or ""
	TraitsItem       *Item
}

// TraitSet is one trait set selector: device={kind(gpu), isa("sm_80")}.
type TraitSet struct {
	Name   string
	Span   diag.Span
	Traits []*Trait
}

// Trait is one trait selector with its properties.
type Trait struct {
	Name  string
	Span  diag.Span
	Score *Expr
	Props []*TraitProp
}

// TraitProp is one trait property: a word or string, an expression (user
// conditions, device_num), or for construct={simd(…)} a clause's text.
type TraitProp struct {
	Word string
	Expr *Expr
	Span diag.Span
}

// Mods returns all modifiers of the clause, those after the list included.
func (c *Clause) Mods() []*Modifier {
	return append(append([]*Modifier(nil), c.Modifiers...), c.Trailing...)
}

// Modifier is a word before a clause's colon, with its arguments if any:
// iterator(i=0:n), mapper(id), allocator(a).
type Modifier struct {
	Name string
	Span diag.Span
	Args []*Expr    // complex modifiers
	Iter []*IterVar // iterator(...)
	Word string     // mapper(id): the identifier
	Raw  string     // the text between the parentheses as written

	WordSpan diag.Span // the place of Word
}

// IterVar is one iterator: type name = begin : end : step. Step may be nil.
type IterVar struct {
	Type             string
	Name             string
	Decl             *cc.Declarator // filled by Bind
	Begin, End, Step *Expr
}

// Lists reports whether d is a list item of c, or what one lies in.
func (c *Clause) Lists(d *cc.Declarator) bool {
	return slices.ContainsFunc(c.Items, func(it *Item) bool { return it.Decl == d })
}

// HasModifier reports whether a modifier called name is present.
func (c *Clause) HasModifier(name string) bool { return c.Modifier(name) != nil }

// Modifier returns the modifier called name or nil.
func (c *Clause) Modifier(name string) *Modifier {
	for _, m := range c.Modifiers {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// Expr is a C expression inside a pragma.
type Expr struct {
	Text string
	Span diag.Span
	Off  int               // byte offset in Pragma.Text
	Node cc.ExpressionNode // typed by cc, filled by Bind
	// Params are the parameters of the base function that an expression of a match
	// clause names (5.2 §7.2).
	Params []*ExprParam
}

// ExprParam is a parameter in whose scope an expression stands.
type ExprParam struct {
	parse.Parameter
	Decl *cc.Declarator // of the variable that stands for it in Expr.Node
}

// Item is one list item: a variable, an array section, a structure member, any
// lvalue expression (locator list), a function name, or a reserved locator.
type Item struct {
	// Text is the item as written: "s->p[lo:n]".
	Text string
	Span diag.Span
	Off  int
	// Base is the C text before the first section bracket: "s->p"; equals
	// Text when there is no section.
	Base string
	// Sections are the trailing subscripts, outermost first. A plain
	// subscript [i] after or between sections is a section with Single set.
	Sections []*Section
	// Shape is set for array shaping ([n][m])p: the dimensions.
	Shape []*Expr
	// Name is set for list items that are not C expressions (parameter
	// names of declare simd, names of groupprivate …): no marker types them.
	Name bool

	// Filled by Bind:

	// Node is Base as typed by cc (nil for names that are not expressions).
	Node cc.ExpressionNode
	// Decl is the variable (or function) at the root of Base, if it is
	// rooted in one: for "s->p[0:n]" the declarator of s.
	Decl *cc.Declarator

	// PrivateOriginal, filled by resolve.Complete, is set for a reduction's list item that
	// is private in the enclosing region: each thread's original gets the result
	// (6.0 §7.6.10).
	PrivateOriginal bool
}

// IsVar reports whether the item is just a variable's (or function's) name.
func (it *Item) IsVar() bool {
	if len(it.Sections) != 0 || len(it.Shape) != 0 || it.Decl == nil {
		return false
	}
	return it.Decl.Name() == it.Text
}

// Section is [Lower : Length : Stride]. Nil parts were not written. Single is
// a plain subscript [Lower].
type Section struct {
	Lower, Length, Stride *Expr
	Single                bool
	// Assumed: of a pointer, without a length: an assumed-size array, of which only
	// what is mapped already can be meant (6.0 §5.2.5, §7.9.6).
	Assumed bool
}

// Construct is a directive with its place in the program, after Bind.
type Construct struct {
	*Directive
	// Marker is the AST place, nil for directives that have none (end …).
	Marker *parse.Marker
	// Parent is the innermost enclosing construct in the same function (lexical).
	Parent   *Construct
	Children []*Construct
	// Stmt is the associated statement (structured block, loop nest), nil for
	// stand-alone and declarative directives.
	Stmt *cc.Statement
	// Func is the enclosing function, nil at file scope.
	Func *cc.FunctionDefinition
	// Start and End delimit pragma + associated statement in Unit.Text.
	Start, End int
	// StmtStart is the offset in Unit.Text where the associated statement begins.
	StmtStart int
	// Pair is the other end of a begin/end pair.
	Pair *Construct
	// Nest is the canonical loop nest of a loop-associated construct (5.2
	// §4.4.1), filled by Check; nil if the nest has errors.
	Nest *LoopNest
	// PerfectDepth is the number of outer associated loops with no code between them, 0 if that is all.
	PerfectDepth int
	// Atomic is the form of an atomic construct's statement, filled by Check.
	Atomic *AtomicForm
	// Variants are a metadirective's alternatives as constructs in its place, in
	// the order of its clauses' variants; nil for nothing. Meta is the
	// metadirective of such an alternative.
	Variants []*Construct
	Meta     *Construct
	// Target is the declaration that a declare simd or declare variant
	// directive applies to.
	Target *cc.Declarator
}

// Tree is the result of Bind: every construct of a unit.
type Tree struct {
	Unit *parse.Unit
	// All constructs in textual order, by Pragma.ID (nil for one with errors).
	All []*Construct
	// ByLoop finds the construct of a marker statement while walking cc's AST.
	ByLoop map[*cc.IterationStatement]*Construct
	// ByCall finds the construct of a stand-alone marker from its call.
	ByCall map[*cc.PostfixExpression]*Construct
	// Braces are the offsets in Unit.Text of braces around associated loops, which
	// host compilers do not get.
	Braces []int
}

// Attribute is one attribute of ompx_attribute, without the underscores that may be around its name.
type Attribute struct {
	Name string
	Span diag.Span
	Args []*Expr
}
