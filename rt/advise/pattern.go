package advise

import (
	"strconv"
	"strings"
	"time"

	"ompcc/rt/abi"
	"ompcc/rt/dataenv"
)

// --- pinned memory --------------------------------------------------------------

const (
	// pinnedBytes is the least transfer that pinned memory would speed up noticeably.
	pinnedBytes = 256 << 10
	// pinnedTimes is how many transfers outweigh the time that pinning takes.
	pinnedTimes = 4
)

// pageableShare is about what part of a transfer's time pinned memory saves: pageable memory is copied once more.
const pageableShare = 2

func (a *Advisor) pinned(m *moved) {
	name := m.name()
	m.note(Pinned, m.key.size, m.took/pageableShare, quoted(name)+" is copied from or to pageable memory",
		"allocate it with llvm_omp_target_alloc_host(size, device)")
}

// --- small maps -----------------------------------------------------------------

const (
	smallBytes     = 4096
	smallOfOne     = 16 // small transfers of one execution that are too many
	smallOfSeveral = 64 // small objects that one construct maps in many executions
)

// smallMaps are the small objects that the construct at one place maps.
type smallMaps struct {
	directive string
	hosts     map[uintptr]bool
	now, most int // transfers of this execution, of the worst one
	times     int
	bytes     uintptr
	lost      time.Duration
	names     []string
}

// Began and Ended frame one execution of a construct by a thread.
func (a *Advisor) Began(c *dataenv.Construct) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.small[place(c, nil)]; s != nil {
		s.now = 0
	}
}

// Allocated notes that a construct maps size bytes at host.
func (a *Advisor) Allocated(c *dataenv.Construct, name string, host, size uintptr, spent time.Duration) {
	if size > smallBytes || c == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	at := place(c, nil)
	s := a.small[at]
	if s == nil {
		s = &smallMaps{directive: directive(c), hosts: map[uintptr]bool{}}
		a.small[at] = s
	}
	s.hosts[host] = true
	s.now++
	s.most = max(s.most, s.now)
	s.times++
	s.bytes += size
	s.lost += spent
	if len(s.names) < 3 {
		if n := strings.Trim(strings.Clone(name), "'"); len(s.names) == 0 || s.names[len(s.names)-1] != n {
			s.names = append(s.names, n)
		}
	}
}

// finishSmall makes findings of the places with many small maps. Called with the lock held.
func (a *Advisor) finishSmall() {
	for at, s := range a.small {
		names := strings.Join(s.names, ", ")
		switch {
		case s.most >= smallOfOne:
			a.note(Small, at, s.directive, names, s.bytes, s.lost,
				strconv.Itoa(s.most)+" small objects ("+names+", ...) are mapped one by one",
				"one structure or array with all of them, mapped as a whole")
		case len(s.hosts) >= smallOfSeveral:
			a.note(Small, at, s.directive, names, s.bytes, s.lost,
				strconv.Itoa(len(s.hosts))+" small objects ("+names+", ...) are mapped in as many executions",
				"one array with all of them, or #pragma omp declare mapper for what holds them, mapped as a whole")
		default:
			continue
		}
		for k, f := range a.findings {
			if k.kind == Small && k.at == at {
				f.Times = s.times
			}
		}
	}
	a.small = map[Place]*smallMaps{}
}

// --- nowait -----------------------------------------------------------------------

const (
	// A construct is worth to be overlapped if it copies so many bytes, or has so many iterations.
	overlapBytes      = 64 << 10
	overlapIterations = 4096
	// What is copied back and as small as this is a result that the host wants at once.
	resultBytes = 64
	// mostNames is how many variables a finding names.
	mostNames = 3
	// gapShare: if the host does anything between the constructs for longer than this part of them, it may need
	// results.
	gapShare = 32
)

// thread is the last target construct that a thread has executed.
type thread struct {
	function string
	key      Place
	num      int
	uses     []use
	end      time.Duration
	took     time.Duration
	returns  bool // it has copied something back
	result   bool // of that, something small
	large    bool
}

type use struct {
	begin, size uintptr
	writes      bool
}

// Executed notes that a thread has executed a target construct, or (with another kind of construct) something else.
func (a *Advisor) Executed(id uintptr, num int, c *dataenv.Construct, items []dataenv.Item, args []dataenv.Arg,
	flags uint32, trip uint64, since time.Duration) {
	now := a.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.threads[id]
	if c.Kind != abi.KindTarget || flags&(abi.LaunchNoWait|abi.LaunchDepend|abi.LaunchTask) != 0 {
		delete(a.threads, id)
		return
	}
	t := &thread{function: strings.Clone(c.Function()), key: place(c, nil), num: num, end: now, took: now - since}
	var bytes, present uintptr // present: what pointers lead to
	var names []string
	for i := range items {
		it, arg := &items[i], &args[i]
		switch it.Kind {
		case abi.ItemMap, abi.ItemCopy:
			t.uses = append(t.uses,
				use{arg.Begin, max(arg.Size, 1), it.Flags&abi.FlagReadOnly == 0 && it.Kind == abi.ItemMap})
			bytes += arg.Size
			if arg.Size > resultBytes {
				names = appendName(names, it)
			}
			if it.Flags&abi.FlagFrom != 0 && it.Flags&abi.FlagReadOnly == 0 {
				t.returns = true
				t.result = t.result || arg.Size <= resultBytes
			}
		case abi.ItemPointer:
			t.uses = append(t.uses, use{arg.Base, 1, it.Flags&abi.FlagReadOnly == 0})
			present += a.sizeAt(num, arg.Base)
			names = appendName(names, it)
		case abi.ItemDevicePtr, abi.ItemAttach:
			t.uses = append(t.uses, use{0, ^uintptr(0), true}) // it may lead anywhere
		}
	}
	t.large = bytes >= overlapBytes || flags&abi.LaunchHasTrip != 0 && trip >= overlapIterations
	a.threads[id] = t
	if before == nil || before.key == t.key || before.num != num || !before.large || !t.large || before.result ||
		before.function != t.function {
		return
	}
	if gap := since - before.end; before.returns && gap > min(t.took, before.took)/gapShare {
		return
	}
	if !independent(before.uses, t.uses) || len(before.uses) == 0 || len(t.uses) == 0 {
		return
	}
	name := strings.Join(names, ", ")
	uses := ""
	if name != "" {
		uses = ", which uses " + quoted(name) + ","
	}
	a.note(NoWait, t.key, directive(c), name, bytes+present, min(t.took, before.took),
		"the construct"+uses+" waits for the one before, at "+before.key.String()+", with which it shares no data that either changes",
		"nowait on both, and #pragma omp taskwait behind them")
}

// appendName adds an item to the names that a finding has.
func appendName(names []string, it *dataenv.Item) []string {
	if n := it.Name(); n != "" && len(names) < mostNames {
		return append(names, strings.Clone(n))
	}
	return names
}

// sizeAt is the size of the storage around an address of the host that was copied as a whole. Called with the lock held.
func (a *Advisor) sizeAt(num int, host uintptr) (size uintptr) {
	for k := range a.ranges {
		if k.num == num && k.overlaps(host, 1) {
			size = max(size, k.size)
		}
	}
	return size
}

// independent says whether neither construct writes what the other one uses.
func independent(x, y []use) bool {
	for _, u := range x {
		for _, v := range y {
			if (u.writes || v.writes) && u.begin < v.begin+v.size && v.begin < u.begin+u.size {
				return false
			}
		}
	}
	return true
}
