package manifest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
	"gopkg.in/yaml.v3"

	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// mostForeign is how long a file of another host, or what was pasted, may be.
const mostForeign = 4 << 20

// ReadForeign returns the servers of another host's file, in the form that we keep
// them in; a *Broken when there is no text of that kind.
func ReadForeign(path string) ([]Listed, error) {
	text, err := regular.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	kind := strings.ToLower(filepath.Ext(path))
	list, err := Foreign(text, kind == ".yaml" || kind == ".yml")
	var bad *Broken
	if errors.As(err, &bad) {
		bad.Path = path
	}
	return list, err
}

// Foreign returns the servers in a text of another host: a whole file, or a piece
// of one that was copied. Comments and a comma too many are read over.
func Foreign(text []byte, inYAML bool) ([]Listed, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, byteOrderMark))
	if len(text) > mostForeign {
		return nil, &Broken{Problem: entry.Problem{Code: entry.TooLong, Detail: strconv.Itoa(mostForeign >> 20)}}
	}
	if inYAML {
		return foreignYAML(text)
	}
	if bytes.HasPrefix(text, []byte(`"`)) { // the inside of an object
		text = slices.Concat([]byte("{"), text, []byte("}"))
	}
	plain, err := hujson.Standardize(text)
	if err != nil {
		return nil, broken("", err, "", "")
	}
	var file object
	if err := json.Unmarshal(plain, &file); err != nil {
		return nil, broken("", err, "", "")
	}
	return foreignObject(file)
}

// foreignYAML reads goose's file, whose keys have no order that counts.
func foreignYAML(text []byte) ([]Listed, error) {
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return nil, &Broken{Problem: entry.Problem{Code: entry.Syntax, Name: "YAML"}}
	}
	plain, err := json.Marshal(tree) // keys that are no text are none of ours
	if err != nil {
		return nil, broken("", err, "", "")
	}
	var file object
	if err := json.Unmarshal(plain, &file); err != nil {
		return nil, broken("", err, "", "")
	}
	return foreignObject(file)
}

// A form is how a host writes its servers down.
type form struct {
	// key leads to the servers, within the object of outer if that is named.
	outer, key string
	host       string
	// milli: a timeout is in milliseconds.
	milli bool
}

// forms in the order in which they are looked for: the first one that is there
// counts.
var forms = []form{
	{key: serversKey},
	{key: "context_servers", host: "Zed"},
	{key: "servers"}, // VS Code
	{outer: "mcp", key: "servers"},
	{key: "mcp", host: "opencode", milli: true},
	{key: "extensions", host: "goose"},
}

func foreignObject(file object) ([]Listed, error) {
	for _, f := range forms {
		holder := file
		if at := file.find(f.outer); f.outer != "" {
			if at < 0 || json.Unmarshal(file[at].value, &holder) != nil {
				continue
			}
		}
		at := holder.find(f.key)
		if at < 0 {
			continue
		}
		var servers object
		if err := json.Unmarshal(holder[at].value, &servers); err != nil {
			return nil, broken("", err, f.key, "")
		}
		return f.list(servers, inputsOf(holder)), nil
	}
	if isEntry(file) {
		return form{}.list(object{{value: mustObject(file)}}, nil), nil
	}
	for _, m := range file {
		var one object
		if json.Unmarshal(m.value, &one) != nil || !isEntry(one) {
			return nil, &Broken{Problem: entry.Problem{Code: entry.NoServers}}
		}
	}
	return form{}.list(file, nil), nil
}

func isEntry(o object) bool {
	return slices.ContainsFunc([]string{"command", "cmd", "url", "serverUrl", "httpUrl", "uri"}, func(key string) bool { return o.find(key) >= 0 })
}

// mustObject is an object as it was read, which always encodes.
func mustObject(o object) json.RawMessage {
	text, _ := o.MarshalJSON()
	return text
}

func (f form) list(servers object, asked []Input) []Listed {
	list := make([]Listed, len(servers))
	for i, m := range servers {
		list[i] = f.translate(m, asked)
	}
	return list
}

// sameAs are the names that other hosts give to keys of ours.
var sameAs = map[string]string{
	"cmd": "command", "environment": "env", "envs": "env", "uri": "url", "serverUrl": "url", "httpUrl": "url",
	"disabled_tools": keyDisabledTools, "excludeTools": keyDisabledTools, "http_headers": "headers",
}

// silent are keys that change nothing that a person would miss.
var silent = []string{"name", "display_name", "description", "bundled", "gallery", "version", "dev", "$schema", "settings", "source", "env_keys", "enabled"}

// kept apart from what others may widen: an entry of another host brings no trust.
var widening = []string{keyTrustAnnotations, keyShareRoots, keyLocal}

// translate makes an entry of ours of one of another host.
func (f form) translate(m member, asked []Input) Listed {
	var theirs, ours object
	if err := json.Unmarshal(openReference(m.value), &theirs); err != nil {
		return Listed{Entry: Entry{Name: m.key}, Problem: broken("", err, "", "").Problem}
	}
	var ignored []string
	part := false
	for _, k := range theirs {
		key := k.key
		if same, ok := sameAs[key]; ok {
			key = same
		}
		switch {
		case key == "command":
			f.command(&ours, k.value)
		case key == "type":
			part = !transport(&ours, k.value)
		case key == "timeout":
			_ = ours.set(key, f.timeout(k.value)) // texts and numbers encode
		case key == "auth":
			_ = ours.set(keyOAuth, cursorClient(k.value))
		case key == "enabled":
			ours.setOff(k.value)
		case slices.Contains(widening, key):
			ignored = append(ignored, k.key)
		case !slices.Contains(silent, key):
			_ = ours.set(key, k.value)
		}
	}
	ours.askFor(theirs)
	l := parse(m.key, mustObject(ours), asked)
	l.Ignored = append(l.Ignored, ignored...)
	if host := f.host; part || host == "Zed" && !isEntry(ours) {
		host = cmp.Or(host, "another program")
		l.Problem = entry.Problem{Code: entry.Of, Name: host}
	}
	return l
}

// command takes a program, a program with its arguments, or an object of both.
func (f form) command(ours *object, value json.RawMessage) {
	var argv []string
	var both struct {
		Path, Command string
		Args          []string
		Env           map[string]string
	}
	switch {
	case json.Unmarshal(value, &argv) == nil && len(argv) > 0:
		_, _ = ours.set("command", argv[0]), ours.set("args", argv[1:])
	case json.Unmarshal(value, &both) == nil && both.Path+both.Command != "":
		_, _ = ours.set("command", both.Path+both.Command), ours.set("args", both.Args)
		if len(both.Env) > 0 {
			_ = ours.set("env", both.Env)
		}
	default:
		_ = ours.set("command", value)
	}
}

// transport takes how a server is spoken to; false: it is a part of its host.
func transport(ours *object, value json.RawMessage) bool {
	var kind string
	_ = json.Unmarshal(value, &kind) // what is no text is told when the entry is parsed
	switch strings.ReplaceAll(strings.ToLower(kind), "_", "-") {
	case "stdio", "local":
		kind = "stdio"
	case "http", "remote", "streamable-http", "streamablehttp":
		kind = TransportHTTP
	case "builtin", "platform", "frontend", "inline-python":
		return false
	}
	_ = ours.set("type", kind)
	return true
}

// cursorClient is the OAuth client of an entry of Cursor.
func cursorClient(value json.RawMessage) any {
	var theirs struct {
		ID     string   `json:"CLIENT_ID"`
		Secret string   `json:"CLIENT_SECRET"`
		Scopes []string `json:"scopes"`
	}
	if json.Unmarshal(value, &theirs) != nil || theirs.ID == "" {
		return value // what is not understood is told when the entry is parsed
	}
	return entry.Client{ID: theirs.ID, Secret: theirs.Secret, Scope: strings.Join(theirs.Scopes, " ")}
}

// timeout is a time in seconds: no call takes an hour, so what is more was meant
// in milliseconds.
func (f form) timeout(value json.RawMessage) any {
	var number float64
	if json.Unmarshal(value, &number) == nil && (f.milli || number > longestTimeout.Seconds()) {
		return number / 1000
	}
	return value
}

// setOff takes the switch of hosts that say what is on.
func (o *object) setOff(value json.RawMessage) {
	var on bool
	if json.Unmarshal(value, &on) == nil && !on {
		_ = o.set("disabled", true)
	}
}

// askFor makes inputs of the variables whose values goose keeps in a keyring.
func (o *object) askFor(theirs object) {
	at := theirs.find("env_keys")
	if at < 0 {
		return
	}
	var names []string
	env := map[string]string{}
	if json.Unmarshal(theirs[at].value, &names) != nil || len(names) == 0 {
		return
	}
	if i := o.find("env"); i >= 0 {
		_ = json.Unmarshal((*o)[i].value, &env) // what is no texts is lost to what is asked for
	}
	for _, name := range names {
		env[name] = cmp.Or(env[name], entry.InputReference(name))
	}
	_ = o.set("env", env)
}

// bare is opencode's {env:NAME}.
var bare = regexp.MustCompile(`(^|[^$])\{env:([A-Za-z_][A-Za-z0-9_]*)\}`)

func openReference(text json.RawMessage) json.RawMessage {
	return bare.ReplaceAll(text, []byte("$1$${env:$2}"))
}
