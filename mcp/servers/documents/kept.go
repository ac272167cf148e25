package documents

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
)

// keptBytes is the size of the cache of readings: a page of text with its places takes
// about 100 kB, so it holds several hundred files.
const keptBytes = 128 << 20

// kept is a cached reading, so that looking at a folder again costs no more than reading
// its bytes.
type kept struct {
	// Engine is what read the pictures; empty where no page was a picture.
	Engine  string
	Reading wire.Reading
}

// lasting are the notes that the same bytes always get. Any other may be temporary, so
// that the file is read again.
var lasting = []wire.NoteCode{wire.NoteFormat, wire.NoteNoText, wire.NoteNoLanguages, wire.NoteLocked}

// key identifies a file, by the hash of its contents, and how it is to be read. Of its
// name only the extension matters. Another build of the program may read differently.
func (r *reading) key(sum string) string {
	extension := strings.ToLower(filepath.Ext(strings.TrimLeft(filepath.Base(r.result.Path), ".")))
	return fmt.Sprintf("%s|%s|%s|%s|%t|%s", sum, extension, r.pages, strings.Join(r.languages, "+"), r.logos, r.service.build)
}

// recall takes the result of an earlier read, if there is one that this computer would
// produce again.
func (r *reading) recall(key string) bool {
	var k kept
	if !r.service.kept.Get(key, &k) || k.Engine != "" && k.Engine != r.service.engineName() {
		return false
	}
	k.Reading.Path, k.Reading.Version = r.result.Path, versionOf(key, k.Engine)
	r.result.Reading = k.Reading
	return true
}

// isOf reports whether a read of this key would have the result of this version.
func (r *reading) isOf(version, key string) bool {
	return version != "" && (version == versionOf(key, "") || version == versionOf(key, r.service.engineName()))
}

// versionOf identifies what an engine, or none, reads for a key.
func versionOf(key, engineName string) string { return engine.KeyOf([]byte(key + "|" + engineName)) }

// keep caches the result, unless the next read may be better.
func (r *reading) keep(key string) {
	for _, note := range r.result.Notes {
		if !slices.Contains(lasting, note.Code) {
			return
		}
	}
	k := kept{Reading: r.result.Reading}
	if k.Reading.Kind == wire.KindImage || k.Reading.Kind == wire.KindPDF && k.Reading.Method != wire.MethodText {
		k.Engine = r.service.engineName()
	}
	r.result.Version = versionOf(key, k.Engine)
	_ = r.service.kept.Put(key, k) // without the cache it is only slower
}

// engineName says which engine reads here, in which version and languages.
func (s *service) engineName() string {
	found := s.engine.Status()
	return fmt.Sprintf("%s %s %s", found.Engine, found.Version, strings.Join(found.Languages, "+"))
}
