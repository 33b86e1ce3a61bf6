// Named components of vectors in the text that cc sees.

package parse

import (
	"strings"

	"modernc.org/cc/v4"
)

// clang gives elements of vectors names, v.x for v[0] and v.xyz for three of them.

// Names of half of a vector's elements, beside the numbers of elements.
const (
	ComponentsLow  = -1 // v.lo
	ComponentsHigh = -2
	ComponentsEven = -3
	ComponentsOdd  = -4
)

var halves = map[string]int{"lo": ComponentsLow, "hi": ComponentsHigh, "even": ComponentsEven, "odd": ComponentsOdd}

// componentIndexes are the elements that clang calls name, nil if it is no such name.
func componentIndexes(name string) []int {
	if h := halves[name]; h != 0 {
		return []int{h}
	}
	switch {
	case name == "":
		return nil
	case (name[0] == 's' || name[0] == 'S') && len(name) > 1:
		return letterIndexes(strings.ToLower(name[1:]), "0123456789abcdef", 16)
	case strings.IndexByte("xyzw", name[0]) >= 0:
		return letterIndexes(name, "xyzw", 4)
	}
	return letterIndexes(name, "rgba", 4)
}

// letterIndexes are the places of name's letters among letters, nil if one is not there or they are too many.
func letterIndexes(name, letters string, limit int) []int {
	if len(name) > limit {
		return nil
	}
	var r []int
	for _, c := range []byte(name) {
		i := strings.IndexByte(letters, c)
		if i < 0 {
			return nil
		}
		r = append(r, i)
	}
	return r
}

// Components are the elements, or the half (ComponentsLow …), that the member n names, nil if its operand is no vector.
func Components(n *cc.PostfixExpression) []int {
	t := n.PostfixExpression.Type()
	if p, ok := t.(*cc.PointerType); ok && n.Case == cc.PostfixExpressionPSelect {
		t = p.Elem()
	}
	if vectorBytes(t) == 0 {
		return nil
	}
	return componentIndexes(n.Token2.SrcStr())
}
