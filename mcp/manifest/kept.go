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

// SignIns is the file of the sign-ins at servers, by their addresses: for this
// person's eyes alone. What one holds is the business of who made it. Its methods
// are safe for concurrent use.
type SignIns string

// signing is held by whoever reads or changes a file of sign-ins: servers renew
// theirs at any time.
var signing sync.Mutex

// Of returns the sign-in at an address.
func (f SignIns) Of(address string) (json.RawMessage, bool) {
	signing.Lock()
	defer signing.Unlock()
	all, err := readKept[json.RawMessage](string(f))
	made, ok := all[address]
	return made, ok && err == nil
}

// Keep records a sign-in at an address.
func (f SignIns) Keep(address string, made json.RawMessage) error {
	signing.Lock()
	defer signing.Unlock()
	all, err := readKept[json.RawMessage](string(f))
	if err != nil {
		return err
	}
	all[address] = made
	return writeKept(string(f), all)
}

// Drop forgets the sign-in at an address, and reports whether there was one.
func (f SignIns) Drop(address string) (bool, error) {
	signing.Lock()
	defer signing.Unlock()
	all, err := readKept[json.RawMessage](string(f))
	if _, there := all[address]; err != nil || !there {
		return false, err
	}
	delete(all, address)
	return true, writeKept(string(f), all)
}
