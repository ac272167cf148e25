package find

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Search says which entries to find. Zero fields match everything.
type Search struct {
	// Name is a part of the name, or a pattern with * and ?; case is ignored.
	Name string
	// Type is file, folder, link or other.
	Type             string
	MinSize, MaxSize int64 // bytes
	// Since and Before bound the modification time.
	Since, Before time.Time
	// Kind is the type of the contents: a MIME type, the part before its slash, or pdf,
	// document, spreadsheet, presentation or archive.
	Kind string
}

// Check returns what is wrong with a search.
func (s *Search) Check() error {
	if _, err := filepath.Match(s.pattern(), ""); err != nil {
		return fault.Invalid("", "The name is no pattern that can be matched.", "Use a part of the name, or * and ?.")
	}
	switch s.Type {
	case "", "file", "folder", "link", "other":
		return nil
	}
	return fault.Invalid("", "There is no type "+s.Type+".", "Use file, folder, link or other.")
}

func (s *Search) pattern() string {
	if !strings.ContainsAny(s.Name, "*?[") {
		return ""
	}
	return strings.ToLower(s.Name)
}

// TypeOf returns file, folder, link or other.
func TypeOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return files.TypeFile
	case mode.IsDir():
		return files.TypeFolder
	case mode&fs.ModeSymlink != 0:
		return files.TypeLink
	}
	return files.TypeOther
}

// matchesName reports whether a name and a type match.
func (s *Search) matchesName(name string, kind fs.FileMode) bool {
	if s.Type != "" && s.Type != TypeOf(kind) {
		return false
	}
	lower := strings.ToLower(name)
	if pattern := s.pattern(); pattern != "" {
		fits, err := filepath.Match(pattern, lower)
		return err == nil && fits
	}
	return strings.Contains(lower, strings.ToLower(s.Name))
}

// needsInfo reports whether matching an entry needs more than its name.
func (s *Search) needsInfo() bool {
	return s.MinSize > 0 || s.MaxSize > 0 || !s.Since.IsZero() || !s.Before.IsZero() || s.Kind != ""
}

// matches reports whether an entry whose name matches does so entirely.
func (s *Search) matches(p safefs.Place) (bool, error) {
	if !s.needsInfo() {
		return true, nil
	}
	in, err := p.Lstat()
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	when := in.Mtime
	switch {
	case s.MinSize > 0 && (in.ID.Size < s.MinSize || !in.Mode.IsRegular()),
		s.MaxSize > 0 && (in.ID.Size > s.MaxSize || !in.Mode.IsRegular()),
		!s.Since.IsZero() && when.Before(s.Since),
		!s.Before.IsZero() && !when.Before(s.Before):
		return false, nil
	case s.Kind == "":
		return true, nil
	case !in.Mode.IsRegular() || in.OnlineOnly:
		return false, nil
	}
	mime, err := mimeOf(p)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return ofKind(mime, strings.ToLower(s.Kind)), err
}

// ofKind reports whether a MIME type is of a kind.
func ofKind(mime, kind string) bool {
	mime, _, _ = strings.Cut(mime, ";")
	family, _, _ := strings.Cut(mime, "/")
	if mime == kind || family == kind {
		return true
	}
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(mime, part) })
	}
	switch kind {
	case "pdf":
		return mime == "application/pdf"
	case "document":
		return has("/pdf", "wordprocessingml", "msword", "opendocument.text", "/rtf", "epub")
	case "spreadsheet":
		return has("spreadsheetml", "ms-excel", "opendocument.spreadsheet", "/csv")
	case "presentation":
		return has("presentationml", "powerpoint", "opendocument.presentation")
	case "archive":
		return has("/zip", "x-tar", "gzip", "x-7z", "rar", "x-bzip", "x-xz", "zstd")
	}
	return false
}

// Find returns matching entries in a folder. Files and Folders of the listing count the
// matches.
func (f *Finder) Find(ctx context.Context, scope roots.Scope, q Query, s Search, progress Progress) (files.Listing, error) {
	if err := s.Check(); err != nil {
		return files.Listing{}, err
	}
	return f.look(ctx, scope, q, &s, progress)
}
