// Sites of accesses, for reports of checked code.

package region

import "strconv"

// Site says where an access to memory stands in the source and what it is
// called there, for code that checks its accesses (codegen.Options.Sanitize).
// nil: no more is known than the place of the statement. TextWithPlaces prints it behind the access.
type Site struct {
	Pos  Position
	Text string // the object as written: "s->data[i]"
	// Base is the pointer, or array, through which the object is reached, as
	// written ("s->data"), and BasePos where it, or the member that it is, is
	// declared; empty if the object is no part of a larger one.
	Base    string
	BasePos Position
}

// site is the text of s: .site("s->data[i]" at 12:5 of "s->data" at 3:9).
func (p *printer) site(s *Site) string {
	if s == nil || !p.places {
		return ""
	}
	t := ".site(" + p.sited(s.Text, s.Pos)
	if s.Base != "" || s.BasePos.Line > 0 {
		t += " of " + p.sited(s.Base, s.BasePos)
	}
	return t + ")"
}

func (p *printer) sited(text string, at Position) string {
	if place := p.place(at.File, at.Line, at.Col); place != "" {
		return strconv.Quote(text) + " at" + place
	}
	return strconv.Quote(text)
}

// siteHere reads the site of the access before it, nil if there is none.
func (p *parser) siteHere() *Site {
	if !p.next(".site(") {
		return nil
	}
	s := &Site{}
	s.Text, s.Pos = p.sited()
	if p.word("of") {
		s.Base, s.BasePos = p.sited()
	}
	p.want(")")
	return s
}

func (p *parser) sited() (text string, at Position) {
	text = p.quoted()
	if p.word("at") {
		at = p.sourcePlace()
	}
	return text, at
}
