package cexpr

import "testing"

func TestString(t *testing.T) {
	x, n := Text("s->p"), Text("n + 1")
	for want, e := range map[string]*Expr{
		"":                   nil,
		"(void *)&s->p":      Pointer(Addr(x)),
		"(char *)&(s->p)[0]": Bytes(Addr(Index(Paren(x), Zero))),
		"(unsigned long)(n + 1) * sizeof(*(s->p))": Binary(Unsigned(n), "*", Sizeof(Deref(Paren(x)))),
		"s->p ? -1 : f(n + 1, 0)":                  Cond(x, Neg(One), Call("f", n, Zero)),
		"{1, 0}":                                   List(One, Zero),
	} {
		if got := e.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
