package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// readKept reads a file of what is known by names; one that is not there has nothing.
func readKept[T any](path string) (map[string]T, error) {
	all := map[string]T{}
	text, err := regular.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return all, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if all == nil { // the file says null
		all = map[string]T{}
	}
	return all, nil
}

// writeKept writes what readKept reads, for this person's eyes alone.
func writeKept[T any](path string, all map[string]T) error {
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return replace(path, append(text, '\n'))
}

// Kept is a file of what is known by names, for this person's eyes alone. Its methods
// are safe for concurrent use.
type Kept[T any] string

// keeping is held by whoever reads or changes such a file: servers renew their sign-ins
// at any time.
var keeping sync.Mutex

// Of returns what is known by a name.
func (k Kept[T]) Of(name string) (T, bool) {
	keeping.Lock()
	defer keeping.Unlock()
	all, err := readKept[T](string(k))
	known, ok := all[name]
	return known, ok && err == nil
}

// Keep records what is known by a name.
func (k Kept[T]) Keep(name string, known T) error {
	return k.change(func(all map[string]T) bool {
		all[name] = known
		return true
	})
}

// Drop forgets what is known by a name.
func (k Kept[T]) Drop(name string) error {
	return k.change(func(all map[string]T) bool {
		_, there := all[name]
		delete(all, name)
		return there
	})
}

// change writes the file again where do says that it changed something.
func (k Kept[T]) change(do func(map[string]T) bool) error {
	keeping.Lock()
	defer keeping.Unlock()
	all, err := readKept[T](string(k))
	if err != nil || !do(all) {
		return err
	}
	return writeKept(string(k), all)
}

// SignIns is the file of the sign-ins at servers, by their addresses. What one holds is
// the business of who made it.
type SignIns = Kept[json.RawMessage]
