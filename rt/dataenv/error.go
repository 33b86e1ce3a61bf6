package dataenv

import (
	"strconv"
	"unsafe"
)

// Error is a message for the program's user. The text names the construct and
// the list item.
type Error struct{ Text string }

func (e *Error) Error() string { return e.Text }

func hex(a uintptr) string { return "0x" + strconv.FormatUint(uint64(a), 16) }

func bytesText(n uintptr) string {
	if n == 1 {
		return "1 byte"
	}
	return strconv.FormatUint(uint64(n), 10) + " bytes"
}

func rangeText(begin, size uintptr) string {
	return "[" + hex(begin) + ", " + hex(begin+size) + "), " + bytesText(size)
}

// place is "file:line" of a construct, or of an item with a line of its own.
func place(c *Construct, line uint32) string {
	if c == nil {
		return "?"
	}
	if line == 0 {
		line = c.Loc.Line
	}
	return c.File() + ":" + strconv.FormatUint(uint64(line), 10)
}

func itemName(e *Entry) string {
	if e.name == 0 {
		return hex(e.host)
	}
	return "'" + (&Item{name: e.name}).Name() + "'"
}

// head is how each message begins.
func head(c *Construct, it *Item) string {
	if c == nil {
		return "error: "
	}
	line := uint32(0)
	if it != nil {
		line = it.Line
	}
	s := place(c, line) + ": error: "
	if d := c.Directive(); d != "" {
		s += d + ": "
	}
	if it != nil {
		s += "'" + it.Name() + "' "
	}
	return s
}

func (env *Env) deviceText() string {
	return "device " + strconv.Itoa(env.Num) + " (" + env.inf.Name + ")"
}

func (env *Env) text(c *Construct, it *Item, what string) *Error {
	return &Error{head(c, it) + what}
}

func (env *Env) failure(c *Construct, what string, err error) *Error {
	return &Error{head(c, nil) + what + " on " + env.deviceText() + ": " + err.Error()}
}

func (env *Env) itemFailure(c *Construct, it *Item, what string, err error) *Error {
	return &Error{head(c, it) + what + " on " + env.deviceText() + ": " + err.Error()}
}

func (env *Env) allocError(o *Op, e *Entry, err error) *Error {
	return env.failure(o.c, "cannot allocate "+bytesText(e.size)+" for "+itemName(e), err)
}

// refusal is the error of an outcome. The table is locked.
func (env *Env) refusal(o *Op, out outcome) error {
	switch out {
	case isAbsent:
		return env.absent(o, o.at)
	case isPartial:
		return env.partial(o, o.at, o.blocker.entry())
	case isNull:
		return env.null(o, o.at)
	}
	return env.notSelf(o, o.at)
}

// notSelf is the error of the self modifier where the device has, or would get,
// storage of its own (OpenMP 6.0 §7.9.6).
func (env *Env) notSelf(o *Op, i int) *Error {
	why := ", which does not access the host's memory"
	if env.inf.SharesHost {
		why = ": it is mapped to other storage already"
	}
	return &Error{head(o.c,
		&o.items[i]) + "has the 'self' modifier but cannot be mapped to itself on " + env.deviceText() + why}
}

// absent is the error of the present modifier (OpenMP 5.2 §5.8.3).
func (env *Env) absent(o *Op, i int) *Error {
	a := &o.args[i]
	return &Error{head(o.c, &o.items[i]) + "has the 'present' modifier but is not mapped on " +
		env.deviceText() + ": " + rangeText(a.Begin, a.Size) + env.nearest(a.Begin, a.Size)}
}

// nullPage is the end of the addresses that sections of null pointers have.
const nullPage = 4096

// null is the error for a section of a null pointer.
func (env *Env) null(o *Op, i int) *Error {
	a := &o.args[i]
	return &Error{head(o.c,
		&o.items[i]) + "cannot be mapped to " + env.deviceText() + ": " + bytesText(a.Size) + " at address 0x" +
		strconv.FormatUint(uint64(a.Begin), 16) + ", a null pointer's: a section of a null pointer must have length 0"}
}

// near is how far from what is needed storage may be mapped that is worth a word:
// it may be a part of the same array.
const near = 4096

// nearest describes the mapped storage that is the nearest to [begin, begin+size),
// if any is near. The table is locked.
func (env *Env) nearest(begin, size uintptr) string {
	e, gap, side := (*Entry)(nil), uintptr(near+1), ""
	if b := env.table.before(begin); b != nil && b.state == ready && b.host+b.size <= begin {
		e, gap, side = b, begin-(b.host+b.size), "below it"
	}
	if a := env.table.after(begin); a != nil && a.state == ready && a.host >= begin+size && a.host-(begin+size) < gap {
		e, gap, side = a, a.host-(begin+size), "above it"
	}
	if e == nil || gap > near {
		return ""
	}
	return "\n  mapped " + bytesText(gap) + " " + side + ": " + mapping(e)
}

// mapping describes an entry, and where it was made.
func mapping(e *Entry) string {
	s := rangeText(e.host, e.size) + ", " + itemName(e)
	if e.site != 0 {
		s += " by the construct at " + place((*Construct)(pointerTo(e.site)), e.line())
	} else if e.is(associated) {
		s += " by omp_target_associate_ptr"
	} else if e.is(global) {
		s += ", a declare target variable"
	}
	return s
}

// partial is the error for storage of which only a part is mapped (OpenMP 5.2
// §5.8.3, restrictions).
func (env *Env) partial(o *Op, i int, e *Entry) *Error {
	a := &o.args[i]
	return &Error{head(o.c, &o.items[i]) + "is only partly mapped on " + env.deviceText() +
		"\n  needed: " + rangeText(a.Begin, a.Size) + "\n  mapped: " + mapping(e)}
}

func pointerTo(a uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&a)) }
