package diag

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// RemarkKind says what a Remark is about, in clang's terms.
type RemarkKind int

// The kinds: something was done (-Rpass=), could not be done (-Rpass-missed=), or was found out (-Rpass-analysis=).
const (
	Passed RemarkKind = iota
	Missed
	Analysis
)

func (k RemarkKind) String() string { return [...]string{"Passed", "Missed", "Analysis"}[k] }

// flag is the option that asks for remarks of kind k.
func (k RemarkKind) flag() string {
	return [...]string{"-Rpass", "-Rpass-missed", "-Rpass-analysis"}[k]
}

// The passes that have remarks.
const (
	MapPass    = "omp-map"    // what becomes of the variables of a region
	KernelPass = "omp-kernel" // what a kernel looks like
)

// Remark says what became of a construct. Its message is its arguments' texts in a row.
type Remark struct {
	Kind RemarkKind
	Pass string
	// ID names the remark: docs/remarks.md lists them.
	ID string
	// Function is the kernel's name, or the host function's.
	Function string
	Span     Span
	// Construct is where the construct stands that it is about.
	Construct Pos
	Args      []RemarkArg
}

// RemarkArg is a part of the message. Key is "String" for the words between the facts.
type RemarkArg struct{ Key, Text string }

// NewRemark makes a remark; words alternate with facts: "'", Fact("Variable", "x"), "' is private".
func NewRemark(kind RemarkKind, pass, id, function string, at Span, parts ...any) *Remark {
	r := &Remark{Kind: kind, Pass: pass, ID: id, Function: function, Span: at}
	return r.Add(parts...)
}

// Add appends words and facts to the message.
func (r *Remark) Add(parts ...any) *Remark {
	for _, p := range parts {
		switch p := p.(type) {
		case RemarkArg:
			r.Args = append(r.Args, p)
		case []any:
			r.Add(p...)
		default:
			r.Args = append(r.Args, RemarkArg{"String", fmt.Sprint(p)})
		}
	}
	return r
}

// Fact is a value in a message that tools look for.
func Fact(key string, value any) RemarkArg { return RemarkArg{key, fmt.Sprint(value)} }

// Arg is the value of a fact, "" if the remark has none of that key.
func (r *Remark) Arg(key string) string {
	for _, a := range r.Args {
		if a.Key == key {
			return a.Text
		}
	}
	return ""
}

// Message is the remark's text.
func (r *Remark) Message() string {
	var b strings.Builder
	for _, a := range r.Args {
		b.WriteString(a.Text)
	}
	return b.String()
}

// Diagnostic is the remark as clang prints it: "message [ID] [-Rpass=omp-map]".
func (r *Remark) Diagnostic() *Diagnostic {
	return &Diagnostic{Severity: RemarkSeverity, Span: r.Span, Code: HostCode(r.Kind.flag() + "=" + r.Pass),
		Message: r.Message() + " [" + r.ID + "]"}
}

// RemarkOptions are the command line's wishes about remarks.
type RemarkOptions struct {
	// Show are the patterns of -Rpass=, -Rpass-missed= and -Rpass-analysis=, nil: none.
	Show [3]*regexp.Regexp
	// Record asks for a file of all remarks, which is named File or else after the output;
	// of the passes that Passes matches, nil: all.
	Record bool
	File   string
	Passes *regexp.Regexp
}

// Any reports whether anybody wants remarks.
func (o *RemarkOptions) Any() bool {
	return o.Record || slices.ContainsFunc(o.Show[:], func(p *regexp.Regexp) bool { return p != nil })
}

// Flag takes an option of clang's about remarks; ok is false for another one.
func (o *RemarkOptions) Flag(arg string) (ok bool, err error) {
	name, value, _ := strings.Cut(arg, "=")
	switch name {
	case "-Rpass", "-Rpass-missed", "-Rpass-analysis":
		kind := slices.IndexFunc([]RemarkKind{Passed, Missed, Analysis}, func(k RemarkKind) bool { return k.flag() == name })
		o.Show[kind], err = regexp.Compile(value)
	case "-Rno-pass", "-Rno-pass-missed", "-Rno-pass-analysis":
		kind := slices.IndexFunc([]RemarkKind{Passed, Missed, Analysis}, func(k RemarkKind) bool { return "-Rno-"+k.flag()[2:] == name })
		o.Show[kind] = nil
	case "-fsave-optimization-record":
		if value != "" && value != "yaml" {
			return true, fmt.Errorf("the format is yaml, not '%s'", value)
		}
		o.Record = true
	case "-fno-save-optimization-record":
		o.Record = false
	case "-foptimization-record-file":
		o.File, o.Record = value, true
	case "-foptimization-record-passes":
		o.Passes, err = regexp.Compile(value)
		o.Record = true
	default:
		return false, nil
	}
	return true, err
}

// Shown are the diagnostics for those of list that the command line asks for.
func (o *RemarkOptions) Shown(list []*Remark) *List {
	l := &List{}
	for _, r := range list {
		if p := o.Show[r.Kind]; p != nil && p.MatchString(r.Pass) {
			l.Add(r.Diagnostic())
		}
	}
	return l
}

// Recorded are those of list that the record takes.
func (o *RemarkOptions) Recorded(list []*Remark) (kept []*Remark) {
	for _, r := range list {
		if o.Passes == nil || o.Passes.MatchString(r.Pass) {
			kept = append(kept, r)
		}
	}
	return kept
}

// WriteRemarks writes list as LLVM's tools read it: a YAML document for each remark.
func WriteRemarks(w io.Writer, list []*Remark) error {
	for _, r := range list {
		fmt.Fprintf(w, "--- !%s\nPass:            %s\nName:            %s\n", r.Kind, r.Pass, r.ID)
		if r.Span.IsValid() {
			fmt.Fprintf(w, "DebugLoc:        { File: %s, Line: %d, Column: %d }\n", yamlString(r.Span.File),
				r.Span.Line, max(r.Span.Col, 1))
		}
		fmt.Fprintf(w, "Function:        %s\nArgs:\n", yamlString(r.Function))
		for _, a := range r.Args {
			fmt.Fprintf(w, "  - %-16s %s\n", a.Key+":", yamlString(a.Text))
		}
		if _, err := fmt.Fprint(w, "...\n"); err != nil {
			return err
		}
	}
	return nil
}

// yamlString is s in YAML's single quotes, in which nothing but the quote itself is special.
func yamlString(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, "\n", " "), "'", "''") + "'"
}
