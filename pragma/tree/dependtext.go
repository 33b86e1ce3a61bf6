// depend clauses in the words of host compilers.

package tree

import "strings"

// DependText is depend clause cl of c as host compilers know it: without shapes, which
// clang takes for whole list items and gcc nowhere (5.2 §3.2.4). What counts is where an
// item begins.
func (c *Construct) DependText(cl *Clause) string { return c.WithoutShapes(cl) }

// WithoutShapes is clause cl with the first elements of its shaped items in their place.
func (c *Construct) WithoutShapes(cl *Clause) string {
	text := c.Pragma.Text[cl.Start:cl.End]
	for _, it := range cl.Items {
		if len(it.Shape) > 0 {
			text = strings.Replace(text, it.Text, it.shapedElement(), 1)
		}
	}
	return text
}

// shapedElement is where the storage of shaped pointer it begins: the element of its
// sections' lower bounds. gcc crashes over a cast to a pointer to arrays there.
func (it *Item) shapedElement() string {
	at := "0"
	for i, d := range it.Shape {
		lower := "0"
		if i < len(it.Sections) && it.Sections[i].Lower != nil {
			lower = it.Sections[i].Lower.Text
		}
		at = "(" + at + ") * (" + d.Text + ") + (" + lower + ")"
	}
	return "(" + it.Base + ")[" + at + "]"
}
