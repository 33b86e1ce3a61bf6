package dataenv

// entries are those that an op creates or removes. A few are looked through;
// of many (a mapper on a long section) there is an index.
type entries struct {
	list  []*Entry
	index map[*Entry]struct{}
}

const fewEntries = 32

func (s *entries) add(e *Entry) {
	s.list = append(s.list, e)
	switch {
	case s.index != nil:
		s.index[e] = struct{}{}
	case len(s.list) > fewEntries:
		s.index = make(map[*Entry]struct{}, 4*fewEntries)
		for _, x := range s.list {
			s.index[x] = struct{}{}
		}
	}
}

func (s *entries) has(e *Entry) bool {
	if s.index != nil {
		_, ok := s.index[e]
		return ok
	}
	for _, x := range s.list {
		if x == e {
			return true
		}
	}
	return false
}

func (s *entries) reset() { s.list, s.index = s.list[:0], nil }
