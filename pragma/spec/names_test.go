package spec

import (
	"flag"
	"fmt"
	"go/format"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write names.go from the tables")

// TestNames: names.go has a constant for each leaf directive, for each combination that a rule names, and for each
// clause.
func TestNames(t *testing.T) {
	want, err := format.Source([]byte(names()))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("names.go", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("names.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("names.go does not have the names of the tables: go test ./pragma/spec -run TestNames -update")
	}
}

// names is the text of names.go.
func names() string {
	var b strings.Builder
	b.WriteString("// Code generated from table.go and clauses.go by go test ./pragma/spec -run TestNames -update; DO NOT EDIT.\n\npackage spec\n\n")
	b.WriteString("// The directives of the table, and the combinations that rules name.\nvar (\n")
	for _, k := range Directives().Order {
		if len(Directives().Defs[k].Leafs) == 1 || k == TargetTeams {
			fmt.Fprintf(&b, "%s = DirectiveKind{%q}\n", identifier(k.name), k.name)
		}
	}
	b.WriteString(")\n\n// The clauses of the table.\nvar (\n")
	var clauses []string
	for k := range Clauses() {
		clauses = append(clauses, k.name)
	}
	slices.Sort(clauses)
	for _, name := range clauses {
		fmt.Fprintf(&b, "%sClause = ClauseKind{%q}\n", identifier(name), name)
	}
	b.WriteString(")\n")
	return b.String()
}

// identifier is a name of OpenMP as one of Go: "target data" is TargetData.
func identifier(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '_' })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}
