package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// Agreement is what the user agrees to start: an entry as written, and the contents of
// the files that it runs.
type Agreement struct {
	// Entry is Entry.Hash of the entry as the file has it.
	Entry string `json:"entry"`
	Files []File `json:"files"`

	// older is the raw agreement from before the contents of files counted.
	older json.RawMessage
}

// Hash identifies all of it: any change asks again.
func (a Agreement) Hash() string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	_ = enc.Encode(a.Entry) // cannot fail: plain values
	for _, f := range a.Files {
		f.Mark = ""
		_ = enc.Encode(f)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// Covers reports whether the agreement still holds for now.
func (a Agreement) Covers(now Agreement) bool { return a.older == nil && a.Hash() == now.Hash() }

// UnmarshalJSON also reads the form from before the contents of files counted, which was
// a hash alone. It covers nothing any more and is kept until the user agrees again.
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

// Change is a reason to ask the user again.
type Change struct {
	Kind ChangeKind `json:"kind"`
	// Path is the file that changed, if one did.
	Path string `json:"path,omitempty"`
}

// ChangeKind is what has changed.
type ChangeKind string

// What can have changed since the user agreed.
const (
	ChangeForm     ChangeKind = "form"     // agreed to before the contents of files counted
	ChangeEntry    ChangeKind = "entry"    // the entry in mcp.json
	ChangeContents ChangeKind = "contents" // the contents of the file
	ChangePlace    ChangeKind = "place"    // the command or an argument leads to this file now
	ChangeGone     ChangeKind = "gone"     // the file no longer exists
)

// Changes returns the differences between the agreement and now.
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

// Trust is the file of agreements by server name. A file that is missing or malformed
// trusts nothing.
type Trust string

// Of returns the agreement for a name and whether there ever was one.
func (t Trust) Of(name string) (Agreement, bool) { return Store[Agreement](t).Of(name) }

// Keep records that the user agreed to start exactly this.
func (t Trust) Keep(name string, a Agreement) error {
	if Store[Agreement](t).Keep(name, a) == nil {
		return nil
	}
	return writeStore(string(t), map[string]Agreement{name: a})
}

// Drop deletes the agreement for a name.
func (t Trust) Drop(name string) error {
	if Store[Agreement](t).Drop(name) == nil {
		return nil
	}
	return writeStore(string(t), map[string]Agreement{})
}
