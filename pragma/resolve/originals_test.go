package resolve

import (
	"fmt"
	"strings"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/syntax"
	"ompcc/pragma/tree"
)

// completed is the completed tree of src, read by version 60.
func completed(t *testing.T, src string) *tree.Tree {
	t.Helper()
	var diags diag.List
	u := parse.NewUnit("x.c", []byte(src))
	m := syntax.NewMarker(60, &diags)
	if err := u.Translate(m.Mark, &diags); err != nil {
		t.Fatal(err)
	}
	tr := tree.Bind(u, m.Dirs, &diags)
	Complete(tr, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All)
	}
	return tr
}

// TestPrivateOriginals names for each reduction the items whose original is private (6.0 §7.6.10).
func TestPrivateOriginals(t *testing.T) {
	tr := completed(t, `int g;
void orphaned(int p) {
#pragma omp for reduction(+: g, p)
for (int i = 0; i < 8; i++) g++, p++;
}
void f(int a, int b, int c) {
#pragma omp parallel private(a)
{ int d;
#pragma omp for reduction(+: a, b, d)
for (int i = 0; i < 8; i++) a++;
#pragma omp for reduction(original(private), +: b)
for (int i = 0; i < 8; i++) b++;
#pragma omp for reduction(original(shared), +: d)
for (int i = 0; i < 8; i++) d++;
#pragma omp for reduction(inscan, +: c)
for (int i = 0; i < 8; i++) { c++;
#pragma omp scan inclusive(c)
b = c; }
} }
`)
	var got []string
	for _, c := range tr.All {
		for _, cl := range c.All(spec.ReductionClause) {
			names := []string{}
			for _, it := range cl.Items {
				if it.PrivateOriginal {
					names = append(names, it.Text)
				}
			}
			got = append(got, fmt.Sprint(names))
		}
	}
	if want := "[p] [a d] [b] [] []"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

// TestAssumedSizes: only pointers and arrays without bounds have sections of assumed size, in clauses that take them.
func TestAssumedSizes(t *testing.T) {
	tr := completed(t, `void f(int *p, int n) {
int a[10];
#pragma omp target map(p[0:]) map(a[2:])
p[0] = a[2];
}
`)
	var got []string
	for _, c := range tr.All {
		for _, cl := range c.All(spec.MapClause) {
			for _, it := range cl.Items {
				got = append(got, fmt.Sprintf("%s %t", it.Text, it.Sections[0].Assumed))
			}
		}
	}
	if want := "p[0:] true, a[2:] false"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}
