package plan

// Words return an item's reasons and notes in words.
type Words func(it Item) (why, note string)

// Worded is a plan for export, with words for its codes. It can be read back as a Plan.
type Worded struct {
	Plan
	Items []WordedItem `json:"items"`
}

// WordedItem is an item of a Worded.
type WordedItem struct {
	Item
	Why  string `json:"why"`
	Note string `json:"note"`
}

// Worded returns p with words.
func (p Plan) Worded(words Words) Worded {
	w := Worded{Plan: p, Items: make([]WordedItem, len(p.Items))}
	for i, it := range p.Items {
		w.Items[i].Item = it
		w.Items[i].Why, w.Items[i].Note = words(it)
	}
	return w
}
