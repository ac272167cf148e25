package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// ErrNoEntry means that a file has no server of that name.
var ErrNoEntry = errors.New("mcp.json has no such server")

// Put writes an entry into the file, replacing the one of its name or appending it.
// Everything else in the file is kept, unknown keys of the entry too. A broken file is
// not touched.
func Put(path string, e Entry) error {
	return change(path, func(servers *object) error {
		var entry object
		if at := servers.find(e.Name); at >= 0 {
			// Anything but an object is replaced by one.
			_ = json.Unmarshal((*servers)[at].value, &entry)
		}
		if err := e.fill(&entry); err != nil {
			return err
		}
		return servers.set(e.Name, entry)
	})
}

// Remove deletes an entry from the file.
func Remove(path, name string) error {
	return change(path, func(servers *object) error {
		if servers.find(name) < 0 {
			return ErrNoEntry
		}
		servers.remove(name)
		return nil
	})
}

// fill sets our keys; those with default values are left out.
func (e Entry) fill(o *object) error {
	timeout := ""
	if e.Timeout > 0 {
		timeout = e.Timeout.String()
	}
	rows := []struct {
		key   string
		value any
		said  bool
	}{
		{"type", e.Transport(), e.URL != ""},
		{"url", e.URL, e.URL != ""},
		{"headers", e.Headers, len(e.Headers) > 0},
		{keyOAuth, e.Client, e.Client.ID != ""},
		{"command", e.Command, e.Command != ""},
		{"args", e.Args, len(e.Args) > 0},
		{"env", e.Env, len(e.Env) > 0},
		{"cwd", e.Dir, e.Dir != ""},
		{"timeout", timeout, timeout != ""},
		{"disabled", true, e.Disabled},
		{keyDisabledTools, e.DisabledTools, len(e.DisabledTools) > 0},
		{keyTrustAnnotations, true, e.TrustAnnotations},
		{keyShareRoots, true, e.ShareRoots},
		{keyLocal, true, e.Local},
	}
	for _, row := range rows {
		if !row.said {
			o.remove(row.key)
			continue
		}
		if err := o.set(row.key, row.value); err != nil {
			return err
		}
	}
	return nil
}

// change rewrites the servers of a file.
func change(path string, edit func(servers *object) error) error {
	file, servers, err := open(path)
	if err != nil {
		return err
	}
	if err := edit(&servers); err != nil {
		return err
	}
	return save(path, file, servers)
}

// save writes a file with these servers in it.
func save(path string, file, servers object) error {
	if err := file.set(serversKey, servers); err != nil {
		return err
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(file); err != nil {
		return err
	}
	return replace(path, text.Bytes())
}

// replace replaces the contents of a file, following a link. The file is readable by the
// user alone, since an entry may hold a key.
func replace(path string, text []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := regular.WriteWhole(path, text); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// Add writes entries of another host into the file, with the descriptions of their
// inputs.
func Add(path string, list []Listed) error {
	file, servers, err := open(path)
	if err != nil {
		return err
	}
	asked := inputsOf(file)
	told := []json.RawMessage{}
	if at := file.find(inputsKey); at >= 0 && json.Unmarshal(file[at].value, &told) != nil {
		told = nil // what is there stays: the inputs are asked for without a description
	}
	for _, l := range list {
		var entry object
		if err := l.fill(&entry); err != nil {
			return err
		}
		if err := servers.set(l.Name, entry); err != nil {
			return err
		}
		for _, in := range l.Inputs {
			if in.Description == "" || slices.ContainsFunc(asked, func(i Input) bool { return i.ID == in.ID }) {
				continue
			}
			one, err := json.Marshal(map[string]any{"id": in.ID, "type": "promptString", "description": in.Description, "password": !in.Plain})
			if err != nil {
				return err
			}
			asked, told = append(asked, in), append(told, one)
		}
	}
	if len(told) > 0 {
		if err := file.set(inputsKey, told); err != nil {
			return err
		}
	}
	return save(path, file, servers)
}
