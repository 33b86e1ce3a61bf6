package region

// Stmt is a statement.
type Stmt interface{ StmtPos() Position }

// At is embedded by every statement: its place in the source.
type At struct{ Pos Position }

// StmtPos returns the statement's place.
func (a At) StmtPos() Position { return a.Pos }

func (a *At) setPos(p Position) { a.Pos = p }

// Block is a sequence of statements with the locals that live in it.
// Locals are created on each entry (their value is indeterminate).
type Block struct {
	At
	Locals []*Local
	Stmts  []Stmt
}

type (
	// Let defines Temp.
	Let struct {
		At
		Temp *Temp
		X    Expr
	}
	// Eval evaluates X for its effect.
	Eval struct {
		At
		X Expr
	}
	// Store writes the scalar X at Addr.
	Store struct {
		At
		Addr, X  Expr
		Align    int64
		Volatile bool
		Site     *Site
		// NonTemporal: see Load.
		NonTemporal bool
	}
	// BitStore writes the low Width bits of X; see BitLoad. The other bits of
	// the touched bytes keep their value.
	BitStore struct {
		At
		Addr, X    Expr
		Off, Width int
		Volatile   bool
		Site       *Site
	}
	// AtomicStore writes atomically.
	AtomicStore struct {
		At
		Addr, X Expr
		Order   Order
		Scope   Scope
		Site    *Site
	}
	// Copy copies an aggregate of Type (non-overlapping or identical).
	Copy struct {
		At
		Dst, Src Expr
		Type     Type
		Volatile bool
		// Site is Dst's, From is Src's.
		Site, From *Site
	}
	// Zero clears Size bytes at Addr.
	Zero struct {
		At
		Addr Expr
		Size int64
	}
	// If is two-way selection; Else may be nil. Cond is bool.
	If struct {
		At
		Cond Expr
		Then *Block
		Else *Block
	}
	// Loop is C's while (Cond first), do (Cond last, DoWhile set), for (Post).
	// Cond nil: forever. continue goes to Post.
	Loop struct {
		At
		Cond    Expr
		Body    *Block
		Post    *Block
		DoWhile bool
		// Hints for the optimiser.
		Unroll    int // 0 none, -1 full, n factor
		Vectorize bool
	}
	// Switch jumps to the matching Case among the CaseLabel statements directly
	// or indirectly inside Body.
	Switch struct {
		At
		X    Expr
		Body *Block
		// Cases found in Body; Default may be nil.
		Cases   []*CaseLabel
		Default *CaseLabel
		// Computed says that this is a computed goto: in Body each case is
		// followed by the Goto to its label.
		Computed bool
	}
	// CaseLabel is a case (Lo..Hi inclusive; equal for a plain case) or default position.
	CaseLabel struct {
		At
		Lo, Hi  *Const
		Default bool
	}
	// Break leaves the innermost Loop or Switch.
	Break struct{ At }
	// Continue goes on with the innermost Loop.
	Continue struct{ At }
	// Return leaves the function; X nil for void.
	Return struct {
		At
		X Expr
	}
	// Label is a jump target inside the function.
	Label struct {
		At
		Name string
	}
	// Goto jumps to Label.
	Goto struct {
		At
		Label *Label
	}
	// Asm is inline assembly for Target ("" any); constraints in LLVM's syntax.
	Asm struct {
		At
		Text, Constraints string
		Outs              []Expr // addresses that receive the results
		OutTypes          []Type
		Ins               []Expr
		// InMemory is parallel to Ins: the type behind an address that stands
		// for an operand in memory ("*m", "=*m"), nil for values.
		InMemory []Type
		Volatile bool
		// Labels are where the assembly may jump to.
		Labels []*Label
	}
)
