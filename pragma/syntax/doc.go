// Package syntax reads OpenMP's directives: it makes a tree.Directive of each pragma that parse found.
//
// Parse applies the grammars of names, clauses and modifiers, whose tables are in pragma/spec, and reports
// what breaks them with the text to write instead. Marker says which C text stands in for a pragma, so that
// cc types every expression of its clauses in scope. Split writes directives that only OpenMP 6.0's general
// rules allow as nested ones.
//
// It knows one directive at a time: rules about constructs around it and types are pragma/check's.
package syntax
