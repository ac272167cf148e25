package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// Agreement is what a person agrees to start: an entry as it is written, and what
// is in the files that it runs.
type Agreement struct {
	// Entry is Entry.Hash of the entry as the file has it.
	Entry string `json:"entry"`
	Files []File `json:"files"`

	// older is the whole of one from before the contents of files counted.
	older json.RawMessage
}

// Hash stands for all of it: any change of it asks again.
func (a Agreement) Hash() string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	_ = enc.Encode(a.Entry) // plain values always encode
	for _, f := range a.Files {
		f.Mark = ""
		_ = enc.Encode(f)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// Covers reports whether this is all of what is there now.
func (a Agreement) Covers(now Agreement) bool { return a.older == nil && a.Hash() == now.Hash() }

// UnmarshalJSON also reads the form that agreements had before the contents of
// files counted, which was a hash alone. Such a one covers nothing any more, and is
// kept as it is until the person agrees once more.
func (a *Agreement) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, new(string)) == nil {
		*a = Agreement{older: slices.Clone(text)}
		return nil
	}
	type plain Agreement
	return json.Unmarshal(text, (*plain)(a))
}

// MarshalJSON writes what UnmarshalJSON reads.
func (a Agreement) MarshalJSON() ([]byte, error) {
	if a.older != nil {
		return a.older, nil
	}
	type plain Agreement
	return json.Marshal(plain(a))
}

// Change says why a person is asked again about what they have agreed to.
type Change struct {
	Kind ChangeKind `json:"kind"`
	// Path is the file that it is about, if it is about one.
	Path string `json:"path,omitempty"`
}

// ChangeKind is what has changed.
type ChangeKind string

// What can have changed since a person agreed.
const (
	ChangeForm     ChangeKind = "form"     // it was agreed to before the contents of files counted
	ChangeEntry    ChangeKind = "entry"    // the entry in mcp.json
	ChangeContents ChangeKind = "contents" // what is in the file
	ChangePlace    ChangeKind = "place"    // the command or an argument leads to this file now
	ChangeGone     ChangeKind = "gone"     // the file is not there any more
)

// Changes are those from what was agreed to to what is there now.
func (a Agreement) Changes(now Agreement) (changes []Change) {
	if a.older != nil {
		return []Change{{Kind: ChangeForm}}
	}
	if a.Entry != now.Entry {
		changes = append(changes, Change{Kind: ChangeEntry})
	}
	at := func(files []File, path string) int {
		return slices.IndexFunc(files, func(f File) bool { return f.Path == path })
	}
	for _, f := range now.Files {
		switch i := at(a.Files, f.Path); {
		case i >= 0 && a.Files[i].Content != f.Content:
			changes = append(changes, Change{ChangeContents, f.Path})
		case i < 0 && a.Entry == now.Entry:
			changes = append(changes, Change{ChangePlace, f.Path})
		}
	}
	for _, f := range a.Files {
		moved := slices.ContainsFunc(now.Files, func(n File) bool { return n.Arg == f.Arg })
		if a.Entry == now.Entry && at(now.Files, f.Path) < 0 && !moved {
			changes = append(changes, Change{ChangeGone, f.Path})
		}
	}
	return changes
}

// Trust is the file of what the person agreed to start, by the names of servers. A
// file that is not there or cannot be understood trusts nothing.
type Trust string

// Of returns what the person agreed to of a name, and whether they ever did.
func (t Trust) Of(name string) (Agreement, bool) { return Kept[Agreement](t).Of(name) }

// Keep records that the person agreed to start exactly this.
func (t Trust) Keep(name string, a Agreement) error {
	if Kept[Agreement](t).Keep(name, a) == nil {
		return nil
	}
	return writeKept(string(t), map[string]Agreement{name: a})
}

// Drop forgets what was agreed to of a name.
func (t Trust) Drop(name string) error {
	if Kept[Agreement](t).Drop(name) == nil {
		return nil
	}
	return writeKept(string(t), map[string]Agreement{})
}
