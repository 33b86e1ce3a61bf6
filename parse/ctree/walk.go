package ctree

import (
	"iter"
	"reflect"
	"slices"
	"sync"

	"modernc.org/cc/v4"
)

// IsNil reports whether n is nil or holds a nil pointer.
func IsNil(n cc.Node) bool {
	if n == nil {
		return true
	}
	v := reflect.ValueOf(n)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// Walk calls pre for n and, as long as pre returns true, for every node below
// it, in the order of the grammar's fields (not of the text).
func Walk(n cc.Node, pre func(cc.Node) bool) {
	if IsNil(n) {
		return
	}
	walk(n, pre)
}

func walk(n cc.Node, pre func(cc.Node) bool) {
	if _, ok := n.(cc.Token); ok || !pre(n) {
		return
	}
	for c := range children(n) {
		walk(c, pre)
	}
}

// WalkUp calls post for n after every node below it, in the order of the grammar's fields.
func WalkUp(n cc.Node, post func(cc.Node)) {
	if IsNil(n) {
		return
	}
	walkUp(n, post)
}

func walkUp(n cc.Node, post func(cc.Node)) {
	for c := range children(n) {
		walkUp(c, post)
	}
	if _, ok := n.(cc.Token); !ok {
		post(n)
	}
}

// children are the nodes directly below n, none of them nil, in the order of the grammar's fields.
func children(n cc.Node) iter.Seq[cc.Node] {
	return func(yield func(cc.Node) bool) {
		v := reflect.ValueOf(n)
		if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
			return
		}
		v = v.Elem()
		for _, i := range fieldsOf(v.Type()).nodes {
			f := v.Field(i)
			if k := f.Kind(); (k == reflect.Pointer || k == reflect.Interface) && f.IsNil() {
				continue // most fields of most nodes, and cheaper than what follows
			}
			if c, ok := f.Interface().(cc.Node); ok && !IsNil(c) && !yield(c) {
				return
			}
		}
	}
}

// EachToken calls f for every token of n and below it.
func EachToken(n cc.Node, f func(*cc.Token)) {
	if t, ok := n.(cc.Token); ok {
		f(&t)
		return
	}
	Walk(n, func(n cc.Node) bool {
		v := reflect.ValueOf(n).Elem()
		for _, i := range fieldsOf(v.Type()).tokens {
			t := v.Field(i).Addr().Interface().(*cc.Token)
			if t.Seq() != 0 {
				f(t)
			}
		}
		return true
	})
}

// fields are the indices of the fields of a node type that hold tokens and other nodes.
type fields struct{ tokens, nodes []int }

// fieldsByType caches fields by reflect.Type; it depends on cc's types only.
var fieldsByType sync.Map

var (
	tokenType = reflect.TypeFor[cc.Token]()
	nodeType  = reflect.TypeFor[cc.Node]()
)

func fieldsOf(t reflect.Type) *fields {
	if p, ok := fieldsByType.Load(t); ok {
		return p.(*fields)
	}
	p := &fields{}
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case !f.IsExported() || f.Anonymous:
		case f.Type == tokenType:
			p.tokens = append(p.tokens, i)
		case f.Type.Implements(nodeType):
			p.nodes = append(p.nodes, i)
		}
	}
	if t == reflect.TypeFor[cc.BlockItem]() {
		slices.Reverse(p.nodes) // a nested function's parameters come before its body
	}
	fieldsByType.Store(t, p)
	return p
}
