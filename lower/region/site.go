package region

// Site says where an access to memory stands in the source and what it is
// called there, for code that checks its accesses (codegen.Options.Sanitize).
// nil: no more is known than the place of the statement. It is not printed.
type Site struct {
	Pos  Position
	Text string // the object as written: "s->data[i]"
	// Base is the pointer, or array, through which the object is reached, as
	// written ("s->data"), and BasePos where it, or the member that it is, is
	// declared; empty if the object is no part of a larger one.
	Base    string
	BasePos Position
}
