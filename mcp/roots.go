package mcp

import (
	"context"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// openRoots answers a server that asks which folders are open: those of the last
// call that it was given. It is there only where the person allowed it; every
// other request of a server that is not ours (sampling, elicitation) has no
// handler and is refused.
type openRoots struct {
	mu    sync.Mutex
	paths []string
}

// set records the roots of a call and reports whether they are others than before.
func (r *openRoots) set(paths []string) (changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.Equal(r.paths, paths) {
		return false
	}
	r.paths = slices.Clone(paths)
	return true
}

// ListRoots answers roots/list.
func (r *openRoots) ListRoots(context.Context, mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := []mcp.Root{}
	for _, path := range r.paths {
		list = append(list, mcp.Root{URI: fileURI(path), Name: filepath.Base(path)})
	}
	return &mcp.ListRootsResult{Roots: list}, nil
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/Users
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
