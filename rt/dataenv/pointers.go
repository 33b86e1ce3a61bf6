package dataenv

import (
	"slices"
	"sort"

	"ompcc/rt/device"
)

// pointers are the attached pointers of an entry by their offset, in pieces of
// at most mostOfPiece: programs attach the elements of large arrays in any order,
// and one list would move all that lie behind for each of them.
type pointers struct {
	pieces [][]attachment
	moved  int // elements, and pieces, to make room: the work that there was
	turns  int // how many attachments there were
}

const mostOfPiece = 256

// piece is the number of the piece in which offset is or would be.
func (p *pointers) piece(offset uintptr) int {
	k := sort.Search(len(p.pieces), func(k int) bool { return p.pieces[k][0].offset > offset })
	return max(k-1, 0)
}

// find returns where offset is or would be, and whether it is there.
func (p *pointers) find(offset uintptr) (piece, at int, ok bool) {
	if len(p.pieces) == 0 {
		return 0, 0, false
	}
	piece = p.piece(offset)
	list := p.pieces[piece]
	at = sort.Search(len(list), func(k int) bool { return list[k].offset >= offset })
	return piece, at, at < len(list) && list[at].offset == offset
}

// set attaches the pointer at offset to value.
func (p *pointers) set(offset uintptr, value device.Addr) {
	piece, at, ok := p.find(offset)
	a := attachment{offset, value, p.turns}
	p.turns++
	switch {
	case ok && p.pieces[piece][at].value == value:
		return
	case ok:
		p.pieces[piece][at] = a
		return
	case len(p.pieces) == 0:
		p.pieces = [][]attachment{nil}
	}
	p.moved += len(p.pieces[piece]) - at
	p.pieces[piece] = slices.Insert(p.pieces[piece], at, a)
	if list := p.pieces[piece]; len(list) > mostOfPiece {
		half := len(list) / 2
		p.moved += half + len(p.pieces) - piece
		p.pieces[piece] = list[:half:half]
		p.pieces = slices.Insert(p.pieces, piece+1, slices.Clone(list[half:]))
	}
}

// drop forgets the pointer at offset if it is attached to value.
func (p *pointers) drop(offset uintptr, value device.Addr) bool {
	piece, at, ok := p.find(offset)
	if !ok || p.pieces[piece][at].value != value {
		return false
	}
	p.pieces[piece] = slices.Delete(p.pieces[piece], at, at+1)
	if len(p.pieces[piece]) == 0 {
		p.pieces = slices.Delete(p.pieces, piece, piece+1)
	}
	return true
}

// get returns what the pointer at offset is attached to.
func (p *pointers) get(offset uintptr) (device.Addr, bool) {
	piece, at, ok := p.find(offset)
	if !ok {
		return 0, false
	}
	return p.pieces[piece][at].value, true
}

// within returns those with lo <= offset < hi.
func (p *pointers) within(lo, hi uintptr) (list []attachment) {
	if len(p.pieces) == 0 {
		return nil
	}
	for piece, at, _ := p.find(lo); piece < len(p.pieces); piece, at = piece+1, 0 {
		for _, a := range p.pieces[piece][at:] {
			if a.offset >= hi {
				return list
			}
			list = append(list, a)
		}
	}
	return list
}
