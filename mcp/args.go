package mcp

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/schema"
)

// arguments returns the arguments to send: one JSON object within Limits.Args, its paths
// normalized, defaults filled in, valid for the tool's schema. A problem is returned as a
// sentence; an empty one means that there is none.
func (h *Host) arguments(s Server, o offer, inv chat.Invocation) (raw json.RawMessage, problem string) {
	raw = bytes.TrimSpace(inv.Call.Args)
	if len(raw) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	if len(raw) > h.cfg.Limits.Args {
		return nil, "The arguments are too long."
	}
	args, err := schema.Decode(raw)
	if err != nil {
		return nil, "The arguments cannot be used: " + err.Error() + "."
	}
	if s.Own {
		paths{home: variable(h.cfg.Environ, "HOME"), roots: inv.Roots}.normalize(args)
	}
	o.args.Fill(args)
	if err := o.args.Check(args); err != nil {
		return nil, "The arguments do not fit: " + err.Error() + "."
	}
	if raw, err = schema.Encode(args); err != nil { // cannot fail: it was just decoded
		return nil, "The arguments cannot be used."
	}
	return raw, ""
}

// pathArgs are the arguments of our own servers that hold paths. Arguments of other
// servers are passed on as approved, since "path" may mean anything there.
var pathArgs = map[string]bool{"path": true, "paths": true, "from": true, "to": true, "entries": true}

// paths normalizes the paths of a call. Nothing else does.
type paths struct {
	home  string
	roots []string
}

// normalize rewrites the paths in args, at any depth.
func (p paths) normalize(args map[string]any) {
	for key, value := range args {
		switch v := value.(type) {
		case string:
			if pathArgs[key] {
				args[key] = p.path(key, v)
			}
		case map[string]any:
			p.normalize(v)
		case []any:
			p.list(key, v)
		}
	}
}

func (p paths) list(key string, list []any) {
	for i, item := range list {
		switch v := item.(type) {
		case string:
			if pathArgs[key] {
				list[i] = p.path(key, v)
			}
		case map[string]any:
			p.normalize(v)
		}
	}
}

// path returns an absolute path as the file system spells it. A bare file name as the
// target of a move, and a trailing slash, which marks a folder, are kept.
func (p paths) path(key, path string) string {
	bare := !strings.ContainsAny(path, "/"+string(filepath.Separator))
	if path == "" || strings.ContainsRune(path, 0) || key == "to" && bare && path != "~" {
		return path
	}
	slash := ""
	if last := path[len(path)-1]; last == '/' || last == filepath.Separator {
		slash = string(filepath.Separator)
	}
	switch {
	case p.home != "" && (path == "~" || strings.HasPrefix(path, "~/")):
		path = filepath.Join(p.home, path[1:])
	case !filepath.IsAbs(path) && len(p.roots) > 0:
		path = filepath.Join(folderOf(p.roots[0]), path)
	case !filepath.IsAbs(path):
		return path
	}
	path = p.spelled(filepath.Clean(path))
	if slash != "" && !strings.HasSuffix(path, slash) {
		path += slash
	}
	return path
}

// folderOf returns the folder that relative paths start from: the root, or its folder if
// the root is a file.
func folderOf(root string) string {
	if info, err := os.Stat(root); err == nil && !info.IsDir() {
		return filepath.Dir(root)
	}
	return root
}

// spelled returns path in the Unicode form (NFC or NFD) that is on disk, since a model
// may write the other one. It looks at nothing outside the roots.
func (p paths) spelled(path string) string {
	if isASCII(path) {
		return path
	}
	for _, root := range p.roots {
		rel, inside := filename.Inside(norm.NFC.String(root), norm.NFC.String(path))
		if !inside {
			continue
		}
		if rel == "." {
			return root
		}
		names := strings.Split(path, string(filepath.Separator))
		below := 1 + strings.Count(rel, string(filepath.Separator))
		return spelledBelow(root, names[len(names)-below:])
	}
	return path
}

// spelledBelow resolves names one after another. From the first that does not exist in
// any form, the rest is kept as given.
func spelledBelow(at string, names []string) string {
	for i, name := range names {
		found := ""
		for _, spelling := range []string{name, norm.NFD.String(name), norm.NFC.String(name)} {
			if _, err := os.Lstat(filepath.Join(at, spelling)); err == nil {
				found = spelling
				break
			}
		}
		if found == "" {
			return filepath.Join(append([]string{at}, names[i:]...)...)
		}
		at = filepath.Join(at, found)
	}
	return at
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
