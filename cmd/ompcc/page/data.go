// Constructs and their data, as the page shows them.

package page

import (
	"cmp"
	"slices"
	"strings"

	"ompcc/parse/diag"
)

// What the page's script reads. A place of the source is one number: filePlaces times the index of its file in
// sourceData.Files, plus its line; 0 is no place.

const filePlaces = 1 << 20

type pageData struct {
	Title    string        `json:"title"`
	Command  string        `json:"command"`
	Version  string        `json:"version"`
	Sources  []*sourceData `json:"sources"`
	Messages []messageData `json:"messages"`
}

type sourceData struct {
	Name    string        `json:"name"`
	Files   []*fileData   `json:"files"`
	Regions []*regionData `json:"regions"`
	Host    *paneData     `json:"host,omitempty"`
	Targets []*targetData `json:"targets"`
}

type fileData struct {
	Name  string   `json:"name"`
	Lines []string `json:"lines"`
}

type targetData struct {
	Name  string      `json:"name"`
	Panes []*paneData `json:"panes"`
}

type paneData struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Lines   []string `json:"lines"`
	At      []int    `json:"at"`
	Minor   []int    `json:"minor,omitempty"`
	Pieces  [][3]int `json:"pieces,omitempty"` // region, first line, line behind the last one
	Problem string   `json:"problem,omitempty"`
}

// regionData is a construct with what the compiler says of it.
type regionData struct {
	Name     string       `json:"name"`
	Function string       `json:"function"`
	Kernel   string       `json:"kernel,omitempty"`
	At       int          `json:"at"`
	End      int          `json:"end"`
	Data     []itemData   `json:"data"`
	Facts    []factData   `json:"facts"`
	Remarks  []remarkData `json:"remarks"`
}

// itemData is what becomes of one variable.
type itemData struct {
	Variable string `json:"variable"`
	How      string `json:"how"` // "map(tofrom)"
	Origin   string `json:"origin"`
	To       string `json:"to,omitempty"` // bytes
	From     string `json:"from,omitempty"`
	Rule     string `json:"rule,omitempty"`
	Text     string `json:"text"`
	At       int    `json:"at"`
}

// factData is a number of a kernel on one target.
type factData struct {
	Target string `json:"target"`
	Entry  string `json:"entry,omitempty"` // of the kernel's entry points
	Name   string `json:"name"`
	Value  string `json:"value"`
}

type remarkData struct {
	Kind   string `json:"kind"`
	ID     string `json:"id"`
	Pass   string `json:"pass"`
	Target string `json:"target,omitempty"`
	Text   string `json:"text"`
	Fix    string `json:"fix,omitempty"`
	At     int    `json:"at"`
}

type messageData struct {
	Severity string        `json:"severity"`
	Place    string        `json:"place,omitempty"`
	Text     string        `json:"text"`
	Fix      string        `json:"fix,omitempty"`
	Source   int           `json:"source"` // -1: of none
	At       int           `json:"at"`
	Notes    []messageData `json:"notes,omitempty"`
}

// text is a text under construction: lines with places, and the functions in it.
type text struct {
	language string
	lines    []string
	places   []diag.Pos
	minor    []int
	pieces   []piece
	open     bool
}

// piece are the lines [start, end) of a function.
type piece struct {
	name       string
	start, end int
}

func (t *text) add(line string, at diag.Pos, minor bool) {
	if minor {
		t.minor = append(t.minor, len(t.lines))
	}
	t.lines, t.places = append(t.lines, line), append(t.places, at)
}

// begin starts a function with the next line, end ends it behind the last one.
func (t *text) begin(name string) {
	t.end()
	t.pieces, t.open = append(t.pieces, piece{name, len(t.lines), len(t.lines)}), true
}

func (t *text) end() {
	if t.open {
		t.pieces[len(t.pieces)-1].end, t.open = len(t.lines), false
	}
}

// data is the whole page's.
func (c *Command) data() *pageData {
	p := &pageData{Title: c.Title, Command: c.Line, Version: c.Version, Sources: []*sourceData{},
		Messages: []messageData{}}
	builders := []*builder{}
	for _, s := range c.Sources {
		b := &builder{s: s, out: &sourceData{Name: s.File, Regions: []*regionData{}, Targets: []*targetData{}},
			files: map[string]int{}}
		b.build()
		builders, p.Sources = append(builders, b), append(p.Sources, b.out)
	}
	for _, m := range c.Messages {
		p.Messages = append(p.Messages, message(m, builders))
	}
	return p
}

func message(d *diag.Diagnostic, builders []*builder) messageData {
	m := messageData{Severity: d.Severity.String(), Text: strings.TrimRight(d.Message, "\n"), Fix: d.Fix, Source: -1}
	if d.Span.IsValid() {
		m.Place = d.Span.String()
		for i, b := range builders {
			if at := b.place(d.Span.Pos); at > 0 {
				m.Source, m.At = i, at
				break
			}
		}
	}
	for _, n := range d.Notes {
		m.Notes = append(m.Notes,
			message(&diag.Diagnostic{Severity: diag.Note, Span: n.Span, Message: n.Message}, builders))
	}
	return m
}

// builder makes the data of one source.
type builder struct {
	s     *Source
	out   *sourceData
	files map[string]int
}

func (b *builder) build() {
	b.file(b.s.File)
	for _, c := range b.s.Constructs {
		b.file(c.At.File)
	}
	for _, t := range b.s.Targets {
		for _, at := range t.Region.Places {
			b.file(at.File)
		}
	}
	b.regions()
	if b.s.Host != nil {
		isUsers := func(file string) bool { _, ok := b.files[file]; return ok }
		b.out.Host = b.pane("host", "Host C", hostText(b.s.Host, isUsers))
	}
	for _, t := range b.s.Targets {
		b.out.Targets = append(b.out.Targets, b.target(t))
	}
}

// file adds a file of the user that has lines.
func (b *builder) file(name string) {
	if _, known := b.files[name]; known || name == "" || strings.HasPrefix(name, "/usr/") || b.s.Line == nil {
		return
	}
	var lines []string
	for n := 1; ; n++ {
		l, ok := b.s.Line(name, n)
		if !ok {
			break
		}
		lines = append(lines, strings.ReplaceAll(l, "\t", "    "))
	}
	if n := len(lines); n > 0 && lines[n-1] == "" {
		lines = lines[:n-1]
	}
	if len(lines) == 0 {
		return
	}
	b.files[name] = len(b.out.Files)
	b.out.Files = append(b.out.Files, &fileData{Name: name, Lines: coloured(langC, lines)})
}

// place is the number of a place.
func (b *builder) place(at diag.Pos) int {
	file, ok := b.files[at.File]
	if !ok || at.Line <= 0 || at.Line > len(b.out.Files[file].Lines) {
		return 0
	}
	return file*filePlaces + at.Line
}

func (b *builder) target(t *Target) *targetData {
	name := t.Name
	if t.Arch != "" {
		name += " " + t.Arch
	}
	listing := &text{language: langRegion, lines: strings.Split(strings.TrimRight(t.Region.Text, "\n"), "\n"),
		places: t.Region.Places}
	listing.places = listing.places[:min(len(listing.lines), len(listing.places))]
	for kernel, lines := range t.Region.Kernels {
		listing.pieces = append(listing.pieces, piece{kernel, lines[0], lines[1]})
	}
	slices.SortFunc(listing.pieces, func(x, y piece) int { return x.start - y.start })
	assembly := b.pane("assembly", t.Language, assemblyText(t.Assembly, t.Language == "PTX"))
	assembly.Problem = t.Problem
	return &targetData{Name: name, Panes: []*paneData{
		b.pane("region", "Region IR", listing), b.pane("llvm", "LLVM IR", llvmText(t.IR)),
		b.pane("optimised", "Optimised IR", llvmText(t.Optimised)), assembly}}
}

func (b *builder) pane(id, name string, t *text) *paneData {
	t.end()
	p := &paneData{ID: id, Name: name, Minor: t.minor, At: make([]int, len(t.lines))}
	for i := range t.places {
		p.At[i] = b.place(t.places[i])
	}
	for _, x := range t.pieces {
		if owner := b.owner(x.name); owner >= 0 {
			p.Pieces = append(p.Pieces, [3]int{owner, x.start, x.end})
		}
	}
	p.Lines = coloured(t.language, t.lines)
	return p
}

// owner is the region to whose kernel a function belongs: the one that begins with the longest kernel's name.
func (b *builder) owner(function string) int {
	owner, length := -1, 0
	for i, c := range b.s.Constructs {
		rest, ok := strings.CutPrefix(function, c.Kernel)
		if ok && c.Kernel != "" && len(c.Kernel) > length && (rest == "" || strings.ContainsAny(rest[:1], "_.$")) {
			owner, length = i, len(c.Kernel)
		}
	}
	return owner
}

// regions makes the list of constructs, and gives each its remarks.
func (b *builder) regions() {
	for _, c := range b.s.Constructs {
		r := &regionData{Name: c.Name, Function: c.Function, Kernel: c.Kernel, At: b.place(c.At), Data: []itemData{},
			Facts: []factData{}, Remarks: []remarkData{}}
		r.End = max(r.At, b.place(diag.Pos{File: c.At.File, Line: c.End}))
		for _, x := range b.s.Remarks {
			if x.Construct == c.At {
				b.remark(r, x)
			}
		}
		slices.SortStableFunc(r.Remarks, func(x, y remarkData) int { return cmp.Compare(rank(x.Kind), rank(y.Kind)) })
		b.out.Regions = append(b.out.Regions, r)
	}
}

// rank has what could be better come first.
func rank(kind string) int { return slices.Index([]string{"Missed", "Passed", "Analysis"}, kind) }

// treatments say what becomes of the variable of an omp-map remark, and where that comes from. "%" stands for the map
// type.
var treatments = map[string][2]string{
	"MapClause": {"map(%)", "explicit"}, "MapOfClause": {"map(%)", "clause"}, "ImplicitMap": {"map(%)", "implicit"},
	"BasePointer":   {"map(%)", "base pointer"},
	"StructureSpan": {"one allocation", "implicit"}, "Attach": {"attached pointer", "implicit"},
	"ImplicitFirstprivate": {"firstprivate", "implicit"}, "Firstprivate": {"firstprivate", "explicit"},
	"ImplicitPointer": {"device address", "implicit"},
	"DevicePointer":   {"device address", "explicit"}, "UseDevicePtr": {"use_device_ptr", "explicit"},
	"UseDeviceAddr": {"use_device_addr", "explicit"},
	"Update":        {"update", "explicit"}, "Private": {"private", "explicit"},
	"DeviceVariable": {"device variable", "declare target"}, "ArrayLength": {"by value", "implicit"},
	"Allocator": {"allocator", "explicit"},
}

// remark puts a remark where the page shows it: among the data, the facts or the remarks of its region.
func (b *builder) remark(r *regionData, x *diag.Remark) {
	at := b.place(x.Span.Pos)
	if how, ok := treatments[x.ID]; ok && x.Pass == diag.MapPass {
		item := itemData{Variable: x.Arg("Variable"), How: strings.ReplaceAll(how[0], "%", x.Arg("MapType")),
			Origin: how[1], To: x.Arg("BytesTo"), From: x.Arg("BytesFrom"), Rule: x.Arg("Rule"), Text: x.Message(),
			At: at}
		if c := x.Arg("Clause"); c != "" {
			item.Origin = c + " " + item.Origin
		}
		if d := x.Arg("Direction"); d != "" {
			item.How = "update " + d
		}
		if !slices.Contains(r.Data, item) {
			r.Data = append(r.Data, item)
		}
		return
	}
	target := strings.TrimSpace(x.Arg("Target") + " " + x.Arg("Arch"))
	if x.Kind == diag.Analysis {
		for _, a := range x.Args {
			if name, ok := factNames[a.Key]; ok {
				r.Facts = append(r.Facts, factData{target, x.Arg("Entry"), name, a.Text})
			}
		}
	}
	remark := remarkData{Kind: x.Kind.String(), ID: x.ID, Pass: x.Pass, Target: target,
		Text: strings.TrimLeft(strings.TrimPrefix(x.Message(), target), ":, "), Fix: x.Arg("Fix"), At: at}
	if !slices.Contains(r.Remarks, remark) {
		r.Remarks = append(r.Remarks, remark)
	}
}

// factNames are the keys of remarks' facts that the page lists as a kernel's numbers.
var factNames = map[string]string{
	"Teams": "Teams", "ThreadLimit": "Threads of a team", "Instructions": "Instructions",
	"VirtualRegisters": "Virtual registers", "Registers": "Registers",
	"VGPRs": "VGPRs", "AGPRs": "AGPRs", "SGPRs": "SGPRs", "StackBytes": "Stack, bytes",
	"LocalBytes": "Local memory, bytes", "SpillStores": "Spill stores, bytes", "SpillLoads": "Spill loads, bytes",
	"SharedBytes": "Shared memory, bytes", "Occupancy": "Waves a SIMD", "VGPRSpills": "Spilled VGPRs",
	"SGPRSpills": "Spilled SGPRs", "Spills": "Spills", "Reloads": "Reloads",
}
