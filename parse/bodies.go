package parse

import (
	"bytes"
	"slices"
	"strings"
)

// Bodies of functions that need not be parsed. Of a file whose directives concern the host alone, the
// host compiler judges the C; the analysis needs the functions with directives, those that they may
// call, and those that may call them.

// OmitBodies leaves the bodies of all other functions out of the text that cc parses. It is for
// units without device constructs, before Translate.
func (u *Unit) OmitBodies() {
	if u.Attributes || slices.ContainsFunc(u.Pragmas, func(p *Pragma) bool { return p.fileScope }) {
		return // a directive at file scope may concern names in any body
	}
	g := newBodyGraph(u.Text)
	for i := range g.bodies {
		if g.bodies[i].matters {
			g.keep(i, func(b *body) []int { return b.callees }, func(b *body) *bool { return &b.called })
			g.keep(i, func(b *body) []int { return b.callers }, func(b *body) *bool { return &b.calling })
		}
	}
	for _, b := range g.bodies {
		if !b.matters && !b.called && !b.calling {
			u.omitted = append(u.omitted, b.inside)
		}
	}
}

// body is that of one function definition.
type body struct {
	name             string
	inside           Range // without the braces
	matters          bool  // it has a directive, or names a routine of OpenMP
	callees, callers []int // the bodies of functions that it names, and that name it
	called, calling  bool  // by bodies that matter
}

type bodyGraph struct {
	text   []byte
	bodies []body
}

func newBodyGraph(text []byte) *bodyGraph {
	g := &bodyGraph{text: text}
	g.find()
	of := map[string][]int{}
	for i, b := range g.bodies {
		of[b.name] = append(of[b.name], i)
	}
	for i := range g.bodies {
		g.link(i, of)
	}
	return g
}

// find collects the bodies of the unit. One whose declarator has another form than
// "name(parameters)" is none: it is parsed.
func (g *bodyGraph) find() {
	s := scanner{text: g.text}
	var declarator declarator
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		switch {
		case t.kind == tokHash:
		case s.depth == 0:
			declarator.add(g.text, t)
		default: // the token is the first brace
			from, name := t.end, declarator.function()
			for s.depth > 0 && t.kind != tokEOF {
				t = s.next()
			}
			if name != "" && t.kind != tokEOF {
				g.bodies = append(g.bodies, body{name: name, inside: Range{from, t.start}})
			}
			if !declarator.initialises {
				declarator.reset()
			}
		}
	}
}

// declarator reads what stands at file scope before a brace.
type declarator struct {
	name        string // before the last brackets
	word        string // the token before, if it is a word
	open        int    // round brackets
	closed      bool   // the token before closed the outermost ones
	initialises bool
}

func (d *declarator) reset() { *d = declarator{} }

func (d *declarator) add(text []byte, t token) {
	word, closed := d.word, false
	d.word = ""
	if t.kind == tokIdent {
		d.word = string(text[t.start:t.end])
	}
	if t.kind == tokPunct {
		switch text[t.start] {
		case '(':
			if d.open == 0 {
				d.name = word
			}
			d.open++
		case ')':
			d.open--
			closed = d.open == 0
		case '=':
			d.initialises = d.initialises || d.open == 0
		case ';':
			d.reset()
		}
	}
	d.closed = closed
}

// function is the name of the function that the declarator declares, "" for other declarators.
func (d *declarator) function() string {
	if !d.closed || d.initialises || strings.HasPrefix(d.name, "__attribute") {
		return ""
	}
	return d.name
}

// link finds what the i-th body names.
func (g *bodyGraph) link(i int, of map[string][]int) {
	b := &g.bodies[i]
	s := scanner{text: g.text[:b.inside.End], off: b.inside.Start}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		text := g.text[t.start:t.end]
		switch t.kind {
		case tokHash:
			b.matters = b.matters || bytes.Contains(text, []byte("pragma"))
		case tokIdent:
			b.matters = b.matters || bytes.HasPrefix(text, []byte("omp"))
			for _, callee := range of[string(text)] {
				if callee != i && !slices.Contains(b.callees, callee) {
					b.callees = append(b.callees, callee)
					g.bodies[callee].callers = append(g.bodies[callee].callers, i)
				}
			}
		}
	}
}

// keep marks all bodies that are reached from the i-th one.
func (g *bodyGraph) keep(i int, next func(*body) []int, mark func(*body) *bool) {
	for _, n := range next(&g.bodies[i]) {
		if m := mark(&g.bodies[n]); !*m {
			*m = true
			g.keep(n, next, mark)
		}
	}
}
