package habit

// Index finds what is known of a sender, however many habits there are.
type Index struct {
	byKey, byMark map[string][]Habit // each newest first
}

// NewIndex returns an index of habits.
func NewIndex(list []Habit) *Index {
	x := &Index{byKey: map[string][]Habit{}, byMark: map[string][]Habit{}}
	for _, h := range newestFirst(list) {
		if key := Key(h.Sender.Name); key != "" {
			x.byKey[key] = append(x.byKey[key], h)
		}
		for _, m := range h.Sender.Marks {
			x.byMark[m] = append(x.byMark[m], h)
		}
	}
	return x
}

// Known is what is known of one sender: the newest habit about each thing, or nil.
type Known struct {
	Issuer, Name, Folder *Habit
	kinds                map[string]*Habit
	// Guessed means that the document does not name its sender; it is the one with the
	// same marks.
	Guessed bool
}

// Kind returns the habit about documents of this kind, or nil.
func (k Known) Kind(read string) *Habit { return k.kinds[Key(read)] }

// Of returns what is known of a sender.
func (x *Index) Of(s Sender) Known {
	k := Known{kinds: map[string]*Habit{}}
	if x == nil {
		return k
	}
	if key := Key(s.Name); key != "" {
		k.take(s, x.byKey[key])
	}
	for _, m := range s.Marks {
		k.take(s, x.byMark[m])
	}
	return k
}

// take adds the habits about a sender.
func (k *Known) take(s Sender, list []Habit) {
	for i := range list {
		h := &list[i]
		switch s.like(h.Sender) {
		case other:
			continue
		case marked:
			k.Guessed = true
		}
		switch h.About {
		case Issuer:
			first(&k.Issuer, h)
		case Name:
			first(&k.Name, h)
		case Folder:
			first(&k.Folder, h)
		case Kind:
			if key := Key(h.Was); k.kinds[key] == nil {
				k.kinds[key] = h
			}
		}
	}
}

func first(at **Habit, h *Habit) {
	if *at == nil {
		*at = h
	}
}
