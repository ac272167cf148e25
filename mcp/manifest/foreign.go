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

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// maxForeign is the longest file of another host, or pasted text, in bytes.
const maxForeign = 4 << 20

// ReadForeign returns the servers of another host's file, converted to our form; a
// *Broken if it has no such text.
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

// Foreign returns the servers in a text of another host: a whole file or a copied piece
// of one. Comments and trailing commas are ignored.
func Foreign(text []byte, inYAML bool) ([]Listed, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, byteOrderMark))
	if len(text) > maxForeign {
		return nil, &Broken{Problem: entry.Problem{Code: entry.TooLong, Detail: strconv.Itoa(maxForeign >> 20)}}
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

// foreignYAML reads goose's file, in which the order of keys does not matter.
func foreignYAML(text []byte) ([]Listed, error) {
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return nil, &Broken{Problem: entry.Problem{Code: entry.Syntax, Name: "YAML"}}
	}
	plain, err := json.Marshal(tree) // none of our keys is anything but text
	if err != nil {
		return nil, broken("", err, "", "")
	}
	var file object
	if err := json.Unmarshal(plain, &file); err != nil {
		return nil, broken("", err, "", "")
	}
	return foreignObject(file)
}

// A form is how a host writes down its servers.
type form struct {
	// key holds the servers, within the object outer if that is set.
	outer, key string
	host       string
	// milli: timeouts are in milliseconds.
	milli bool
}

// forms in the order in which they are tried; the first match counts.
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

// mustObject encodes an object that was read, which cannot fail.
func mustObject(o object) json.RawMessage {
	text, _ := o.MarshalJSON()
	return text
}

func (f form) list(servers object, asked []Input) []Listed {
	return lists.Map(servers, func(m member) Listed { return f.translate(m, asked) })
}

// aliases are the names that other hosts use for our keys.
var aliases = map[string]string{
	"cmd": "command", "environment": "env", "envs": "env", "uri": "url", "serverUrl": "url", "httpUrl": "url",
	"disabled_tools": keyDisabledTools, "excludeTools": keyDisabledTools, "http_headers": "headers",
}

// ignoredKeys change nothing that a user would miss.
var ignoredKeys = []string{"name", "display_name", "description", "bundled", "gallery", "version", "dev", "$schema", "settings", "source", "env_keys", "enabled"}

// trustKeys are not taken over: an entry of another host brings no trust.
var trustKeys = []string{keyTrustAnnotations, keyShareRoots, keyLocal}

// translate converts an entry of another host to ours.
func (f form) translate(m member, asked []Input) Listed {
	var theirs, ours object
	if err := json.Unmarshal(openReference(m.value), &theirs); err != nil {
		return Listed{Entry: Entry{Name: m.key}, Problem: broken("", err, "", "").Problem}
	}
	var ignored []string
	part := false
	for _, k := range theirs {
		key := k.key
		if same, ok := aliases[key]; ok {
			key = same
		}
		switch {
		case key == "command":
			f.command(&ours, k.value)
		case key == "type":
			part = !transport(&ours, k.value)
		case key == "timeout":
			_ = ours.set(key, f.timeout(k.value)) // cannot fail: texts and numbers
		case key == "auth":
			_ = ours.set(keyOAuth, cursorClient(k.value))
		case key == "enabled":
			ours.setOff(k.value)
		case slices.Contains(trustKeys, key):
			ignored = append(ignored, k.key)
		case !slices.Contains(ignoredKeys, key):
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

// transport takes the transport; false means that the server is a part of its host.
func transport(ours *object, value json.RawMessage) bool {
	var kind string
	_ = json.Unmarshal(value, &kind) // anything but text is reported when the entry is parsed
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

// cursorClient returns the OAuth client of a Cursor entry.
func cursorClient(value json.RawMessage) any {
	var theirs struct {
		ID     string   `json:"CLIENT_ID"`
		Secret string   `json:"CLIENT_SECRET"`
		Scopes []string `json:"scopes"`
	}
	if json.Unmarshal(value, &theirs) != nil || theirs.ID == "" {
		return value // an error is reported when the entry is parsed
	}
	return entry.Client{ID: theirs.ID, Secret: theirs.Secret, Scope: strings.Join(theirs.Scopes, " ")}
}

// timeout returns a time in seconds. No call takes an hour, so more was meant in
// milliseconds.
func (f form) timeout(value json.RawMessage) any {
	var number float64
	if json.Unmarshal(value, &number) == nil && (f.milli || number > longestTimeout.Seconds()) {
		return number / 1000
	}
	return value
}

// setOff converts the "enabled" switch of other hosts.
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
		_ = json.Unmarshal((*o)[i].value, &env) // only texts can be asked for
	}
	for _, name := range names {
		env[name] = cmp.Or(env[name], entry.InputReference(name))
	}
	_ = o.set("env", env)
}

// openCodeEnv is opencode's {env:NAME}.
var openCodeEnv = regexp.MustCompile(`(^|[^$])\{env:([A-Za-z_][A-Za-z0-9_]*)\}`)

func openReference(text json.RawMessage) json.RawMessage {
	return openCodeEnv.ReplaceAll(text, []byte("$1$${env:$2}"))
}
