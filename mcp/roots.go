package mcp

import (
	"context"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// openRoots answers roots/list with the folders of the last call. It exists only if the
// user allowed it. Sampling has no handler and is refused.
type openRoots struct {
	mu    sync.Mutex
	paths []string
}

// set records the roots of a call and reports whether they changed.
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
	list := lists.Map(r.paths, func(path string) mcp.Root { return mcp.Root{URI: fileURI(path), Name: filepath.Base(path)} })
	return &mcp.ListRootsResult{Roots: list}, nil
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/Users
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
