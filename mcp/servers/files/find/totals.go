package find

import (
	"slices"
	"sync"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// keptTotals is how many listings have their totals cached.
const keptTotals = 16

// totalsKey identifies a listing that is requested page by page.
type totalsKey struct {
	path              string
	recursive, hidden bool
	search            Search
}

func totalsOf(path string, q Query, search *Search) totalsKey {
	key := totalsKey{path: path, recursive: q.Recursive, hidden: q.Hidden}
	if search != nil {
		key.search = *search
		key.search.Since, key.search.Before = search.Since.UTC(), search.Before.UTC() // equal times must be equal keys
	}
	return key
}

type total struct {
	key            totalsKey
	root           files.FileID
	files, folders int
}

// totals caches the number of entries of listings whose next page may follow, so that
// only the first page counts them.
type totals struct {
	mu   sync.Mutex
	kept []total // most recently used last
}

func (t *totals) of(key totalsKey, root safefs.Identity) (files, folders int, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range t.kept {
		if k.key == key && k.root == root.File() {
			return k.files, k.folders, true
		}
	}
	return 0, 0, false
}

func (t *totals) keep(key totalsKey, root safefs.Identity, l files.Listing) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = slices.DeleteFunc(t.kept, func(k total) bool { return k.key == key })
	t.kept = append(t.kept, total{key, root.File(), l.Files, l.Folders})
	if len(t.kept) > keptTotals {
		t.kept = slices.Delete(t.kept, 0, 1)
	}
}
