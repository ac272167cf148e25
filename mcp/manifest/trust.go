package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Trust is the file of what the person agreed to start: the hash of an entry by
// its name. A file that is not there or cannot be understood trusts nothing.
type Trust string

// Holds tells that the person agreed to start exactly this.
func (t Trust) Holds(name, hash string) bool {
	kept, err := t.read()
	return err == nil && hash != "" && kept[name] == hash
}

// Keep records that the person agreed to start exactly this.
func (t Trust) Keep(name, hash string) error {
	kept, err := t.read()
	if err != nil || kept == nil {
		kept = map[string]string{}
	}
	kept[name] = hash
	return t.write(kept)
}

// Drop forgets what was agreed to of a name.
func (t Trust) Drop(name string) error {
	kept, err := t.read()
	if _, there := kept[name]; err == nil && !there {
		return nil
	}
	delete(kept, name)
	return t.write(kept)
}

func (t Trust) read() (map[string]string, error) {
	kept := map[string]string{}
	text, err := os.ReadFile(string(t))
	if errors.Is(err, os.ErrNotExist) {
		return kept, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", t, err)
	}
	return kept, nil
}

func (t Trust) write(kept map[string]string) error {
	text, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return err
	}
	return replace(string(t), append(text, '\n'))
}
