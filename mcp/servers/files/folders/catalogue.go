package folders

import "github.com/deskhand/deskhand/agentcore/filename"

// Catalogue is a set of the names in one folder: a base and the changes to it.
type Catalogue struct {
	below *Catalogue // nil: empty; not modified through this one
	// present has true for added names, false for removed ones.
	present map[string]bool
	// count is how many more names have a key; names is the last one of each.
	count map[string]int
	names map[string]string
}

func NewCatalogue(size int) *Catalogue {
	return &Catalogue{present: make(map[string]bool, size), count: make(map[string]int, size), names: make(map[string]string, size)}
}

// Above returns a catalogue based on s, which it leaves unmodified.
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

// Last returns the last name added with a key.
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

// Knows reports whether a name was added or removed here, not in the base.
func (s *Catalogue) Knows(name string) bool {
	_, known := s.present[name]
	return known
}
