package advise

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ompcc/rt/dataenv"
)

// Kind says what kind of loss a finding is. Its value is the id that the message ends with
// (docs/guides/performance.md).
type Kind string

const (
	// Resent: the same data is sent again.
	Resent Kind = "resent"
	// RoundTrip: data is copied back and sent again as it came.
	RoundTrip Kind = "round-trip"
	// Hoist is RoundTrip where one construct, in a loop, does both.
	Hoist Kind = "hoist"
	// OnlyRead: data is copied back that no kernel has written.
	OnlyRead Kind = "only-read"
	// OnlyWritten: data is sent of which the kernel writes all and reads nothing.
	OnlyWritten Kind = "only-written"
	// Unread: data is copied back, and again before the host has read it.
	Unread Kind = "unread"
	// Present: a map clause does not send what the host has changed, since the data is present.
	Present Kind = "present"
	// NoWait: two constructs in succession have nothing to do with each other.
	NoWait Kind = "nowait"
	// Pinned: transfers from pageable memory.
	Pinned Kind = "pinned"
	// Small: many small transfers.
	Small Kind = "small"
	// StaleHost: the host reads what a device has changed since.
	StaleHost Kind = "stale-host"
	// StaleDevice: a kernel reads what the host has changed since.
	StaleDevice Kind = "stale-device"
)

// wrong says whether a finding of the kind is about values, not about time.
func (k Kind) wrong() bool { return k == StaleHost || k == StaleDevice || k == Present }

// Place is where a construct or list item stands.
type Place struct {
	File string
	Line uint32
}

func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.FormatUint(uint64(p.Line), 10)
}

// PlaceOf reads "file:line".
func PlaceOf(text string) Place {
	file, line, _ := strings.Cut(text, ":")
	n, err := strconv.ParseUint(line, 10, 32)
	if err != nil {
		return Place{File: text}
	}
	return Place{file, uint32(n)}
}

// Finding is one thing to change, however often it was met.
type Finding struct {
	Kind      Kind
	At        Place
	Directive string
	Variable  string
	Times     int
	Bytes     uintptr
	Lost      time.Duration
	// Text is what happens, and Fix what to write.
	Text, Fix string
}

// String is the finding as two lines for people.
func (f *Finding) String() string {
	return f.At.String() + ": advice: " + f.Directive + ": " + f.Text + "; " + f.loss() + " [" + string(f.Kind) + "]\n  write: " + f.Fix
}

func (f *Finding) loss() string {
	s := "once, "
	if f.Times != 1 {
		s = strconv.Itoa(f.Times) + " times, "
	}
	bytes := strconv.FormatUint(uint64(f.Bytes), 10) + " bytes"
	if f.Bytes == 1 {
		bytes = "1 byte"
	}
	switch {
	case f.Kind.wrong():
		return s + bytes + ", no time lost"
	case f.Kind == NoWait: // no transfer is lost
		return s + "with " + bytes + ", " + Milliseconds(f.Lost) + " ms lost"
	case f.Bytes > 0:
		s += bytes + " and "
	}
	return s + Milliseconds(f.Lost) + " ms lost"
}

// Milliseconds is d with three digits behind the point.
func Milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Nanoseconds())/1e6, 'f', 3, 64)
}

// leastBytes is what a finding about transfers must have lost to be told: scalars are not worth a pragma.
const leastBytes = 4096

type findingKey struct {
	kind     Kind
	at       Place
	variable string
}

// note counts one more case of a finding. Called with the lock held.
func (a *Advisor) note(kind Kind, at Place, directive, variable string, bytes uintptr, lost time.Duration, text,
	fix string) {
	k := findingKey{kind, at, variable}
	f := a.findings[k]
	if f == nil {
		f = &Finding{Kind: kind, At: at, Directive: directive, Variable: variable, Text: text, Fix: fix}
		a.findings[k] = f
	}
	f.Times++
	f.Bytes += bytes
	f.Lost += lost
}

// Add takes a finding that others made.
func (a *Advisor) Add(f *Finding) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.findings[findingKey{f.Kind, f.At, f.Variable}] = f
}

// Findings are those worth telling: wrong values first, then by the time that is lost.
func (a *Advisor) Findings() []*Finding {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.finishSmall()
	var list []*Finding
	for _, f := range a.findings {
		if f.Kind == Pinned && f.Times < pinnedTimes {
			continue
		}
		if f.Kind.wrong() || f.Kind == NoWait || f.Kind == Small || f.Bytes >= leastBytes {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(x, y *Finding) int {
		if x.Kind.wrong() != y.Kind.wrong() {
			if x.Kind.wrong() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(y.Lost, x.Lost), cmp.Compare(y.Bytes, x.Bytes), cmp.Compare(x.At.Line, y.At.Line),
			strings.Compare(x.Variable, y.Variable))
	})
	return list
}

// place is where an item of c stands.
func place(c *dataenv.Construct, it *dataenv.Item) Place {
	line := uint32(c.Loc.Line)
	if it != nil && it.Line > 0 {
		line = it.Line
	}
	return Place{strings.Clone(c.File()), line}
}

// directive is c's as messages name it.
func directive(c *dataenv.Construct) string {
	d := strings.TrimPrefix(c.Directive(), "omp ")
	if i := strings.IndexByte(d, '('); i >= 0 { // without its clauses
		if j := strings.LastIndexByte(d[:i], ' '); j > 0 {
			d = d[:j]
		}
	}
	return strings.TrimSpace(strings.Clone(d))
}

func quoted(name string) string { return "'" + name + "'" }
