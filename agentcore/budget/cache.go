package budget

import (
	"hash/maphash"
	"sync"
)

// size is the size of a text.
type size struct{ tokens, runes int }

// memory caches the sizes of texts by their contents, in two generations: when the
// younger is full the older is dropped, which bounds the cache and keeps what is in use.
type memory struct {
	seed maphash.Seed

	mu         sync.Mutex
	young, old map[textKey]size
}

// textKey identifies a text: a 64-bit hash with a random seed.
type textKey struct {
	hash  uint64
	bytes int
}

// generation is how many texts a generation holds, at about 50 bytes each.
const generation = 1 << 15

func newMemory() *memory {
	return &memory{seed: maphash.MakeSeed(), young: map[textKey]size{}}
}

// of returns the size of a text, measured unless cached. Two goroutines may measure the
// same new text concurrently.
func (m *memory) of(text string, measure func(string) size) size {
	key := textKey{maphash.String(m.seed, text), len(text)}
	if s, ok := m.known(key); ok {
		return s
	}
	s := measure(text)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, s)
	return s
}

func (m *memory) known(key textKey) (size, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.young[key]; ok {
		return s, true
	}
	s, ok := m.old[key]
	if ok {
		m.keep(key, s)
	}
	return s, ok
}

func (m *memory) keep(key textKey, s size) {
	if len(m.young) >= generation {
		m.young, m.old = make(map[textKey]size, generation), m.young
	}
	m.young[key] = s
}
