package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// readStore reads a file of values by name; a missing file is empty.
func readStore[T any](path string) (map[string]T, error) {
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

// writeStore writes what readStore reads, readable by the user alone.
func writeStore[T any](path string, all map[string]T) error {
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return replace(path, append(text, '\n'))
}

// Store is a file of values by name, readable by the user alone. Its methods are safe for
// concurrent use.
type Store[T any] string

// storeMu is held while such a file is read or changed: servers refresh their sign-ins at
// any time.
var storeMu sync.Mutex

// Of returns the value of a name.
func (k Store[T]) Of(name string) (T, bool) {
	storeMu.Lock()
	defer storeMu.Unlock()
	all, err := readStore[T](string(k))
	known, ok := all[name]
	return known, ok && err == nil
}

// Keep stores the value of a name.
func (k Store[T]) Keep(name string, known T) error {
	return k.change(func(all map[string]T) bool {
		all[name] = known
		return true
	})
}

// Drop deletes the value of a name.
func (k Store[T]) Drop(name string) error {
	return k.change(func(all map[string]T) bool {
		_, there := all[name]
		delete(all, name)
		return there
	})
}

// change writes the file if do reports a change.
func (k Store[T]) change(do func(map[string]T) bool) error {
	storeMu.Lock()
	defer storeMu.Unlock()
	all, err := readStore[T](string(k))
	if err != nil || !do(all) {
		return err
	}
	return writeStore(string(k), all)
}

// SignIns is the file of sign-ins, by server URL. Their contents belong to package
// signin.
type SignIns = Store[json.RawMessage]
