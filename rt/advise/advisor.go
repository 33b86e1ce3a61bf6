package advise

import (
	"strings"
	"sync"
	"time"

	"ompcc/rt/abi"
	"ompcc/rt/dataenv"
	"ompcc/rt/device"
)

// Advisor watches one process. All methods may be called by any number of threads.
type Advisor struct {
	// Pinned says whether transfers of the host's memory at an address by device num are as fast as they can be.
	Pinned func(num int, host uintptr) bool
	// Now is the time since the advisor was made. No field is a time.Time: for one in a structure of which an interface
	// has the address, the linker keeps the formatting of times and the zones (TestRuntimePackages in tests).
	Now func() time.Duration

	mu       sync.Mutex
	ranges   map[rangeKey]*copied
	started  map[transferKey]transfer
	threads  map[uintptr]*thread
	small    map[Place]*smallMaps
	findings map[findingKey]*Finding
}

// New returns an advisor that has seen nothing.
func New() *Advisor {
	began := time.Now()
	return &Advisor{
		Now:    func() time.Duration { return time.Since(began) },
		Pinned: func(int, uintptr) bool { return true },
		ranges: map[rangeKey]*copied{}, started: map[transferKey]transfer{}, threads: map[uintptr]*thread{},
		small:    map[Place]*smallMaps{},
		findings: map[findingKey]*Finding{},
	}
}

// rangeKey is storage of the host that was copied as a whole to or from a device.
type rangeKey struct {
	num         int
	begin, size uintptr
}

func (k rangeKey) overlaps(begin, size uintptr) bool {
	return begin < k.begin+k.size && k.begin < begin+max(size, 1)
}

// copied is the last transfer of a range.
type copied struct {
	hash     uint64
	to       bool
	at       Place   // of the list item
	c        uintptr // the construct
	took     time.Duration
	written  bool // a kernel may have written the device's storage since
	launched bool // a kernel was launched with it since
	shared   bool // others than the constructs' items lead to the device's storage
	unmapped bool // the device's storage is gone since
	readOnly bool // the construct that copied it says that its kernel does not write it
}

// transferKey is a transfer that is under way.
type transferKey struct {
	rangeKey
	to bool
}

type transfer struct {
	since   time.Duration
	hash    uint64
	sampled bool
	sample  []byte
}

// Move comes before a transfer.
func (a *Advisor) Move(num int, c *dataenv.Construct, it *dataenv.Item, to bool, begin, size uintptr) {
	t := transfer{}
	if to {
		t.hash, t.sampled = hash(begin, size)
	} else if it.Flags&abi.FlagUnread != 0 {
		t.sample = sample(begin, size)
	}
	t.since = a.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.started[transferKey{rangeKey{num, begin, size}, to}] = t
}

// Moved comes when it has arrived.
func (a *Advisor) Moved(num int, c *dataenv.Construct, it *dataenv.Item, to bool, begin, size uintptr) {
	end := a.Now()
	var came uint64
	if !to {
		came, _ = hash(begin, size)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	key := rangeKey{num, begin, size}
	t := a.started[transferKey{key, to}]
	delete(a.started, transferKey{key, to})
	took := end - t.since
	m := &moved{a: a, key: key, c: c, it: it, took: took, before: a.ranges[key]}
	if to {
		m.sent(t)
	} else {
		m.returned(t, came)
	}
	if !a.Pinned(num, begin) && size >= pinnedBytes {
		a.pinned(m)
	}
}

// moved is a transfer that has been made.
type moved struct {
	a      *Advisor
	key    rangeKey
	c      *dataenv.Construct
	it     *dataenv.Item
	took   time.Duration
	before *copied
}

func (m *moved) note(kind Kind, bytes uintptr, lost time.Duration, text, fix string) {
	m.a.note(kind, place(m.c, m.it), directive(m.c), m.name(), bytes, lost, text, fix)
}

func (m *moved) name() string { return strings.Clone(m.it.Name()) }

func (m *moved) same() bool { return m.before.c == address(m.c) }

// sent judges a transfer to the device.
func (m *moved) sent(t transfer) {
	now := &copied{hash: t.hash, to: true, at: place(m.c, m.it), c: address(m.c), took: m.took,
		readOnly: m.it.Flags&abi.FlagReadOnly != 0}
	if b := m.before; b != nil && b.hash == t.hash && !b.shared {
		how := ""
		if t.sampled {
			how = " (by a sample of its bytes)"
		}
		switch {
		case b.to && !b.written, !b.to && b.readOnly:
			m.resent(how)
		case !b.to && !b.written:
			m.roundTrip(how)
		}
	}
	if m.before != nil {
		now.shared = m.before.shared
	}
	m.a.ranges[m.key] = now
}

// resent is what the device had already.
func (m *moved) resent(how string) {
	name := m.name()
	text := quoted(name) + " is sent as it was sent before, at " + m.before.at.String() + how
	kind := "to"
	if m.it.Flags&abi.FlagFrom != 0 && m.it.Flags&abi.FlagReadOnly == 0 {
		kind = "tofrom"
	}
	fix := "#pragma omp target data map(" + kind + ": " + name + ") round both constructs"
	switch {
	case m.c.Kind == abi.KindUpdate, m.it.Flags&abi.FlagAlways != 0:
		fix = "nothing: leave out the transfer of " + name + " where the host has not changed it"
	case m.same():
		text = quoted(name) + " is sent again and again, unchanged" + how
		fix = "#pragma omp target data map(" + kind + ": " + name + ") round the loop"
	}
	m.note(Resent, m.key.size, m.took, text, fix)
}

// roundTrip is what came back from the device and goes there again.
func (m *moved) roundTrip(how string) {
	name, lost := m.name(), m.took+m.before.took
	if m.same() {
		m.note(Hoist, 2*m.key.size, lost,
			quoted(name)+" is copied back and sent again, unchanged by the host, each time"+how,
			"#pragma omp target data map(tofrom: "+name+") round the loop")
		return
	}
	fix := "#pragma omp target data map(tofrom: " + name + ") round both constructs"
	if m.c.Kind == abi.KindUpdate {
		fix = "nothing: leave out both transfers of " + name + ", or the second one if the host reads it"
	}
	m.note(RoundTrip, 2*m.key.size, lost,
		quoted(name)+" was copied back at "+m.before.at.String()+" and is sent again, unchanged by the host"+how, fix)
}

// returned judges a transfer from the device.
func (m *moved) returned(t transfer, came uint64) {
	now := &copied{hash: came, at: place(m.c, m.it), c: address(m.c), took: m.took,
		readOnly: m.it.Flags&abi.FlagReadOnly != 0}
	name := m.name()
	if b := m.before; b != nil && b.to {
		now.shared = b.shared
		region := m.c.Kind == abi.KindTarget
		switch {
		case region && now.readOnly && !b.shared, !region && b.launched && !b.written && !b.shared && b.hash == came:
			now.readOnly = true
			what := "the kernel only reads it"
			if !region {
				what = "no kernel has written it since it was sent, at " + b.at.String()
			}
			m.note(OnlyRead, m.key.size, m.took, quoted(name)+" is copied back, but "+what, m.readOnlyFix(name))
		case region && b.c == address(m.c) && len(t.sample) > 0 && allDiffer(t.sample, sample(m.key.begin, m.key.size)):
			m.note(OnlyWritten, m.key.size, b.took, quoted(name)+" is sent, but the kernel only writes it, all of it",
				"map(from: "+name+")")
		}
	}
	m.a.ranges[m.key] = now
}

func (m *moved) readOnlyFix(name string) string {
	switch m.c.Kind {
	case abi.KindUpdate:
		return "nothing: leave out update from(" + name + ")"
	case abi.KindExitData:
		return "map(release: " + name + ")"
	}
	return "map(to: " + name + ")"
}

// Overwritten is for a transfer back that follows another one, of which the host has read nothing: that one was
// useless.
func (a *Advisor) Overwritten(num int, c *dataenv.Construct, it *dataenv.Item, begin, size uintptr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.ranges[rangeKey{num, begin, size}]
	if b == nil || b.to || b.unmapped {
		return
	}
	name := strings.Clone(it.Name())
	a.note(Unread, b.at, directive(c), name, size, b.took, quoted(name)+" is copied back, and again at "+place(c, it).
		String()+" before the host has read it",
		"nothing: leave out the first transfer of "+name+", or copy back once behind the last kernel")
}

// Found is for a map clause whose data is present: it sends nothing, though the host may have changed the data.
func (a *Advisor) Found(num int, c *dataenv.Construct, it *dataenv.Item, begin, size uintptr) {
	now, _ := hash(begin, size)
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.ranges[rangeKey{num, begin, size}]
	if b == nil || b.hash == now {
		return
	}
	name := strings.Clone(it.Name())
	a.note(Present, place(c, it), directive(c), name, size, 0,
		quoted(name)+" is present, so this map clause does not send what the host has changed since "+b.at.String(),
		"#pragma omp target update to("+name+") before the construct, or map(always, to: "+name+")")
}

// Shared notes that host storage at an address has a device address that the program knows: a library may write there.
func (a *Advisor) Shared(num int, host uintptr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for k, r := range a.ranges {
		if k.num == num && k.overlaps(host, 1) {
			r.shared = true
		}
	}
}

// Freed notes that the device's storage of size bytes at host is given up.
func (a *Advisor) Freed(num int, host, size uintptr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for k, r := range a.ranges {
		if k.num == num && k.overlaps(host, size) {
			r.unmapped = true
		}
	}
}

// Launched notes which storage the kernel of c may have written, and how it follows the construct before.
func (a *Advisor) Launched(num int, c *dataenv.Construct, items []dataenv.Item, args []dataenv.Arg) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for k, r := range a.ranges {
		if k.num != num {
			continue
		}
		for i := range items {
			reached, writes := reaches(&items[i], &args[i], k)
			r.launched = r.launched || reached
			r.written = r.written || reached && writes
		}
	}
}

// reaches says whether an item leads a kernel to a range, and whether the kernel may write there.
func reaches(it *dataenv.Item, arg *dataenv.Arg, k rangeKey) (reached, writes bool) {
	writes = it.Flags&abi.FlagReadOnly == 0
	switch it.Kind {
	case abi.ItemMap:
		return it.Flags&abi.FlagSpan == 0 &&
			(k.overlaps(arg.Begin, arg.Size) || arg.Size == 0 && k.overlaps(arg.Base, 1)), writes
	case abi.ItemPointer:
		return k.overlaps(arg.Base, 1), writes
	case abi.ItemDevicePtr:
		return true, writes
	}
	return false, false
}

// Attached notes that memory leads to the device storage of what p pointed to.
func (a *Advisor) Attached(num int, target uintptr) { a.Shared(num, target) }

func address(c *dataenv.Construct) uintptr { return device.Address(c) }
