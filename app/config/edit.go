package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/regular"
)

// SetChain writes the chain of models to a configuration file and changes nothing else;
// Auto alone means the best installed one.
func SetChain(file string, names []string) error {
	literal, text := quotedList(names), any([]any{})
	for _, name := range names {
		text = append(text.([]any), name)
	}
	auto := len(names) == 1 && names[0] == Auto
	if auto {
		literal, text, names = strconv.Quote(Auto), Auto, []string{}
	}
	return save(file, "models.chain", literal, func(c *Config) {
		c.Models.ChainText, c.Models.Chain, c.Models.Auto = text, names, auto
	})
}

// SetRemote writes the list of other computers that may be asked, and changes nothing
// else.
func SetRemote(file string, hosts []string) error {
	return save(file, "models.allow_remote", quotedList(hosts), func(c *Config) { c.Models.AllowRemote = hosts })
}

// Set writes one key to a configuration file, with its value as the user typed it. An
// invalid value gives a *SettingError, an invalid file an *Error; both leave the file
// unchanged.
func Set(file, key, value string) error {
	literal, change, err := settingOf(key, value)
	if err != nil {
		return err
	}
	return save(file, key, literal, change)
}

// quotedList formats texts as a TOML list.
func quotedList(texts []string) string {
	return "[" + strings.Join(lists.Map(texts, strconv.Quote), ", ") + "]"
}

// save writes one key of a table to a configuration file. change is the intended effect.
func save(file, name, literal string, change func(*Config)) error {
	return edit(file, func(text []byte) ([]byte, error) {
		table, key, _ := strings.Cut(name, ".")
		return setKey(text, table, key, literal)
	}, change)
}

// sameBut fails unless the edited text means the old one plus change.
func sameBut(old, edited []byte, change func(*Config)) error {
	var want, got Config
	if err := parse(old, &want); err != nil {
		return err
	}
	change(&want)
	err := parse(edited, &got)
	want.Rules, got.Rules = nil, nil // functions cannot be compared; their texts are
	if err != nil || !reflect.DeepEqual(got, want) {
		return &Error{Code: OtherForm}
	}
	return nil
}

// setKey sets one key of a table to a TOML value. A new key is put after its commented
// default, else at the top of its table.
func setKey(text []byte, table, key, value string) ([]byte, error) {
	at := findKey(text, table, key)
	switch {
	case at.err != nil:
		return nil, &Error{Code: Unreadable, Err: at.err}
	case at.end > at.start:
		name, _, _ := bytes.Cut(text[at.start:at.end], []byte("="))
		return splice(text, at.start, at.end, strings.TrimSpace(string(name))+" = "+value), nil
	case at.head < 0:
		return insertLines(text, len(text), "["+table+"]", key+" = "+value), nil
	}
	return insertLines(text, at.behindDefault(text, key), key+" = "+value), nil
}

// behindDefault returns where to put a key that the table does not have yet.
func (at keyPlace) behindDefault(text []byte, key string) int {
	for from, to := at.head, 0; from < at.next; from = to {
		to = afterLine(text, from)
		rest, comment := bytes.CutPrefix(bytes.TrimSpace(text[from:to]), []byte("#"))
		name, _, assigned := bytes.Cut(rest, []byte("="))
		if comment && assigned && string(bytes.TrimSpace(name)) == key {
			return to
		}
	}
	return afterLine(text, at.head)
}

// insertLines inserts lines into a text at the start of a line, or at its end.
func insertLines(text []byte, at int, lines ...string) []byte {
	with := strings.Join(lines, "\n") + "\n"
	if at > 0 && text[at-1] != '\n' {
		with = "\n" + with
	}
	return splice(text, at, at, with)
}

// keyPlace is where a key is in a text: its assignment from start to end, if there is
// one, and the table's header, -1 if missing, up to the next one.
type keyPlace struct {
	start, end, head, next int
	err                    error
}

func findKey(text []byte, table, key string) keyPlace {
	var p unstable.Parser
	p.Reset(text)
	at := keyPlace{head: -1, next: len(text)}
	in := ""
	for p.NextExpression() {
		e := p.Expression()
		var names []string
		offset := 0
		for keys := e.Key(); keys.Next(); {
			if names == nil {
				offset = int(keys.Node().Raw.Offset)
			}
			names = append(names, string(keys.Node().Data))
		}
		switch name := strings.Join(names, "."); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			if in == table && at.head >= 0 {
				at.next = min(at.next, offset)
			}
			if in = name; in == table {
				at.head, at.next = offset, len(text)
			}
		case unstable.KeyValue:
			if in != "" {
				name = in + "." + name
			}
			if name == table+"."+key {
				at.start, at.end = int(e.Raw.Offset), int(e.Raw.Offset+e.Raw.Length)
			}
		}
	}
	at.err = p.Error()
	return at
}

// afterLine returns the start of the next line after offset.
func afterLine(text []byte, offset int) int {
	if n := bytes.IndexByte(text[offset:], '\n'); n >= 0 {
		return offset + n + 1
	}
	return len(text)
}

func splice(text []byte, start, end int, with string) []byte {
	out := append(make([]byte, 0, len(text)+len(with)), text[:start]...)
	return append(append(out, with...), text[end:]...)
}

// replaceFile atomically replaces the text of a file: readers see the old or the new
// text, even after a power cut. The old text is kept next to it with the suffix .bak.
// A link stays a link.
func replaceFile(file string, text []byte) error {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	old, err := regular.ReadFile(file)
	switch {
	case err == nil:
		err = regular.WriteWhole(file+".bak", old)
	case errors.Is(err, os.ErrNotExist):
		err = nil
	}
	if err == nil {
		err = regular.WriteWhole(file, text)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// edit rewrites a configuration file: rewrite returns its new text, change is the intended
// effect. Comments and other keys are kept, and the old text is kept next to the file.
func edit(file string, rewrite func(text []byte) ([]byte, error), change func(*Config)) error {
	text, err := regular.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		text, err = commentedDefaults(), nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	edited, err := rewrite(text)
	if err == nil {
		err = sameBut(text, edited, change)
	}
	if err != nil {
		return in(file, err)
	}
	return replaceFile(file, edited)
}

// lineAt returns the line of an offset, from 1.
func lineAt(text []byte, offset int) int { return 1 + bytes.Count(text[:offset], []byte("\n")) }

// Change runs write, which changes a configuration file, while lock is held, and then take
// with what the file says.
func Change(ctx context.Context, file string, lock sync.Locker, write func() error, take func(Config) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lock.Lock()
	defer lock.Unlock()
	if err := write(); err != nil {
		return err
	}
	settings, err := Load(file)
	if err != nil {
		return err
	}
	return take(settings)
}
