package page

import (
	"embed"
	"encoding/json"
	"html"
	"io"
	"strings"

	"ompcc/parse/diag"
)

// Command is a command line and what it made.
type Command struct {
	Title    string // of the page
	Line     string // the command
	Version  string // of ompcc
	Sources  []*Source
	Messages []*diag.Diagnostic
	// Live: the page is served, and asks for its next version.
	Live bool
}

// Source is what the stages made of one source file.
type Source struct {
	File       string
	Constructs []*Construct // in textual order
	Remarks    []*diag.Remark
	Host       []byte // the host's C, nil where the host compiler gets the source as it is
	Targets    []*Target
	// Line is a line of one of the user's files.
	Line func(file string, line int) (string, bool)
}

// Construct is a construct for a device.
type Construct struct {
	At   diag.Pos
	End  int    // its last line
	Name string // "target teams distribute parallel for"
	// Function is where it stands; Kernel is the symbol of a target construct's code, "" for others.
	Function, Kernel string
}

// Target is the device code of a source for one target.
type Target struct {
	Name, Arch string
	Region     Listing // the region IR
	IR         string  // LLVM IR with debug locations, as ompcc emits it
	Optimised  string  // the same, as LLVM's optimiser leaves it
	Assembly   string  // PTX or another assembly, with .loc directives
	Language   string  // of the assembly: "PTX"
	// Problem is why there is no assembly.
	Problem string
}

// Listing is a text of which the compiler knows the place of each line.
type Listing struct {
	Text   string
	Places []diag.Pos
	// Kernels are the lines of each kernel: its first one, and the one behind its last.
	Kernels map[string][2]int
}

//go:embed assets
var assets embed.FS

// Write writes the page.
func (c *Command) Write(w io.Writer) error {
	data, err := json.Marshal(c.data())
	if err != nil {
		return err
	}
	read := func(name string) string {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			panic(err) // embedded
		}
		return string(text)
	}
	live := ""
	if c.Live {
		live = " data-live"
	}
	// In the JSON, < > and & are escaped.
	_, err = strings.NewReplacer("{live}", live, "{title}", html.EscapeString(c.Title), "{style}", read("page.css"), "{data}", string(data),
		"{script}", read("page.js")).WriteString(w, read("page.html"))
	return err
}
