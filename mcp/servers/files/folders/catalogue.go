package folders

import "github.com/deskhand/deskhand/agentcore/filename"

// Catalogue is what is known of the names in one folder: what lies below, and the
// changes to it.
type Catalogue struct {
	below *Catalogue // nil: nothing; it is not changed from above
	// present are the names that were put here, false those that were taken off.
	present map[string]bool
	// count is how many more names have a key, and names the last one of each.
	count map[string]int
	names map[string]string
}

func NewCatalogue(size int) *Catalogue {
	return &Catalogue{present: make(map[string]bool, size), count: make(map[string]int, size), names: make(map[string]string, size)}
}

// Above returns a catalogue that starts as s and leaves s alone.
func (s *Catalogue) Above() *Catalogue {
	fresh := NewCatalogue(0)
	fresh.below = s
	return fresh
}

func (s *Catalogue) Has(name string) bool {
	for ; s != nil; s = s.below {
		if there, known := s.present[name]; known {
			return there
		}
	}
	return false
}

// Holds reports whether some name has the key.
func (s *Catalogue) Holds(key string) bool {
	n := 0
	for ; s != nil; s = s.below {
		n += s.count[key]
	}
	return n > 0
}

// Last returns the name that got a key last.
func (s *Catalogue) Last(key string) string {
	for ; s != nil; s = s.below {
		if name, known := s.names[key]; known {
			return name
		}
	}
	return ""
}

func (s *Catalogue) Put(name string) {
	if s.Has(name) {
		return
	}
	key := filename.Key(name)
	s.present[name], s.names[key] = true, name
	s.count[key]++
}

func (s *Catalogue) Take(name string) {
	if s.Has(name) {
		s.present[name] = false
		s.count[filename.Key(name)]--
	}
}

// Knows reports whether a name was put or taken here, and not below.
func (s *Catalogue) Knows(name string) bool {
	_, known := s.present[name]
	return known
}
