package abi

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestFunctions keeps the table of functions, the fronts and the user's header the same.
func TestFunctions(t *testing.T) {
	var table, fronts strings.Builder
	table.WriteString("/* FUNCTION(result, name, the function behind it, parameters), OBJECT(type of its address, name, the object). */\n")
	for _, f := range Functions {
		if f.Doc != "" {
			fmt.Fprintf(&table, "/* %s: %s */\n", f.Name, f.Doc)
		}
		if f.Params == Object {
			fmt.Fprintf(&table, "OBJECT(%s, %s, %s)\n", f.Result, f.Name, f.Core)
			continue
		}
		fmt.Fprintf(&table, "FUNCTION(%s, %s, %s, (%s))\n", f.Result, f.Name, f.Core, f.parameters(f.Site))
		for _, front := range strings.Fields(f.Fronts) {
			fronts.WriteString(f.front(front))
		}
	}
	sameFile(t, "../capi/entry/functions.h", table.String())
	sameFile(t, "../capi/entry/fronts.h", fronts.String())
}

func sameFile(t *testing.T, file, text string) {
	t.Helper()
	text = "/* Generated from rt/abi (go test ./rt/abi -update). */\n" + text
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("%s differs from the rows in this package; run go test ./rt/abi -update (%v)", file, err)
	}
}

// parameters is the C text of f's parameters.
func (f Function) parameters(site bool) string {
	switch {
	case site && f.Params != "":
		return "const void *ra, " + f.Params
	case site:
		return "const void *ra"
	case f.Params == "":
		return "void"
	}
	return f.Params
}

// front is the definition of a public symbol.
func (f Function) front(name string) string {
	var args []string
	if f.Site {
		args = append(args, "HERE")
	}
	for _, p := range parametersOf(f.Params) {
		args = append(args, parameterName.FindString(pointerTo.ReplaceAllString(p, "$1")))
	}
	result, space := "return ", " "
	if f.Result == "void" {
		result = ""
	}
	if strings.HasSuffix(f.Result, "*") {
		space = ""
	}
	return fmt.Sprintf("PUBLIC %s%s%s(%s) { %sRT->%s(%s); }\n", f.Result, space, name, f.parameters(false), result,
		f.Name, strings.Join(args, ", "))
}

var (
	parameterName = regexp.MustCompile(`\w+$`)
	pointerTo     = regexp.MustCompile(`.*\(\*(\w+)\)\(.*`) // to a function
)

// parametersOf splits a list of parameters.
func parametersOf(text string) []string {
	var list []string
	depth, from := 0, 0
	for i, c := range text + "," {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 && strings.TrimSpace(text[from:i]) != "" {
				list = append(list, strings.TrimSpace(text[from:i]))
			}
			if depth == 0 {
				from = i + 1
			}
		}
	}
	return list
}

// TestUserHeader compares the prototypes of include/omp.h with the fronts: each has the same parameters but for names
// and for types that are integers or structures of the runtime's own.
func TestUserHeader(t *testing.T) {
	header, err := os.ReadFile("../../include/omp.h")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, f := range Functions {
		for _, front := range strings.Fields(f.Fronts) {
			m := regexp.MustCompile(`extern ([^;()]*?)\b` + front + `\(((?:[^()]|\([^()]*\))*)\)`).
				FindStringSubmatch(string(header))
			if m == nil {
				continue // it is no routine of this header
			}
			seen++
			if got, want := prototype(m[1], m[2]), prototype(f.Result, f.parameters(false)); got != want {
				t.Errorf("%s: include/omp.h has %s, rt/abi has %s", front, got, want)
			}
		}
	}
	if seen < 35 {
		t.Errorf("only %d routines were compared", seen)
	}
}

// sameTypes are types of the header and what they are in the runtime.
var sameTypes = map[string]string{
	"omp_allocator_handle_t": "uintptr_t", "omp_memspace_handle_t": "intptr_t", "omp_access_t": "int", "omp_alloctrait_t": "ompcc_trait_t",
	"omp_depend_t":       "ompcc_depend_t",
	"omp_control_tool_t": "int", "omp_pause_resource_t": "int", "omp_intptr_t": "intptr_t",
	"__OMP_ALLOC": "uintptr_t",
}

var (
	array   = regexp.MustCompile(`(\w+)\[\]`)
	piece   = regexp.MustCompile(`\w+|\*`)
	letters = regexp.MustCompile(`^\w+$`)
)

// prototype is a function's type without names.
func prototype(result, parameters string) string {
	var list []string
	for _, p := range append([]string{result + " x"}, parametersOf(parameters)...) {
		words := piece.FindAllString(array.ReplaceAllString(p, "*$1"), -1)
		if n := len(words); n > 1 && letters.MatchString(words[n-1]) {
			words = words[:n-1] // the name
		}
		for i, w := range words {
			if s := sameTypes[w]; s != "" {
				words[i] = s
			}
		}
		list = append(list, strings.Join(words, " "))
	}
	return strings.Join(list, ", ")
}
