package mover

import "github.com/deskhand/deskhand/agentcore/filename"

// shelf is what is known of the names in one folder: what lies below, and the
// changes to it.
type shelf struct {
	below *shelf // nil: nothing; it is not changed from above
	// present are the names that were put here, false those that were taken off.
	present map[string]bool
	// count is how many more names have a key, and names the last one of each.
	count map[string]int
	names map[string]string
}

func newShelf(size int) *shelf {
	return &shelf{present: make(map[string]bool, size), count: make(map[string]int, size), names: make(map[string]string, size)}
}

// above gives a shelf that starts as s and leaves s alone.
func (s *shelf) above() *shelf {
	fresh := newShelf(0)
	fresh.below = s
	return fresh
}

func (s *shelf) has(name string) bool {
	for ; s != nil; s = s.below {
		if there, known := s.present[name]; known {
			return there
		}
	}
	return false
}

// holds says that some name has the key.
func (s *shelf) holds(key string) bool {
	n := 0
	for ; s != nil; s = s.below {
		n += s.count[key]
	}
	return n > 0
}

// last gives the name that got a key last.
func (s *shelf) last(key string) string {
	for ; s != nil; s = s.below {
		if name, known := s.names[key]; known {
			return name
		}
	}
	return ""
}

func (s *shelf) put(name string) {
	if s.has(name) {
		return
	}
	key := filename.Key(name)
	s.present[name], s.names[key] = true, name
	s.count[key]++
}

func (s *shelf) take(name string) {
	if s.has(name) {
		s.present[name] = false
		s.count[filename.Key(name)]--
	}
}

// knows says that a name was put or taken here, and not below.
func (s *shelf) knows(name string) bool {
	_, known := s.present[name]
	return known
}
