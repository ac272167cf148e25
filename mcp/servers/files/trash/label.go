package trash

import (
	"errors"
	"io"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

const (
	LabelSuffix = ".trashinfo"
	labelHead   = "[Trash Info]\n"
	labelMax    = 64 << 10 // bytes
	// labelTime is the layout of a DeletionDate, in local time.
	labelTime = "2006-01-02T15:04:05"
)

// NewLabel returns the label (trashinfo) of a file that was at path; empty in a trash
// without labels.
func NewLabel(trash, path string, when time.Time) string {
	if Flat(trash) {
		return ""
	}
	if base := Base(trash); base != trash {
		if rel, err := filepath.Rel(base, path); err == nil {
			path = rel
		}
	}
	escaped := (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
	return labelHead + "Path=" + escaped + "\nDeletionDate=" + when.Format(labelTime) + "\n"
}

// ReadLabel returns where the file of a label was, and when it was deleted.
func ReadLabel(trash, text string) (path string, when time.Time, ok bool) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "Path":
			var err error
			if path, err = url.PathUnescape(value); err != nil {
				return "", time.Time{}, false
			}
		case "DeletionDate":
			when, _ = time.ParseInLocation(labelTime, value, time.Local) // zero if malformed
		}
	}
	if base := Base(trash); path != "" && !filepath.IsAbs(path) && base != trash {
		path = filepath.Join(base, path)
	}
	return filepath.Clean(path), when, filepath.IsAbs(path)
}

// writeLabel writes a label that survives a power cut. It fails with fs.ErrExist if the
// name is taken.
func writeLabel(p safefs.Place, text string) error {
	f, err := p.Dir.Create(p.Name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = p.Dir.Sync()
	}
	if err != nil {
		return errors.Join(err, p.Dir.RemoveFile(p.Name))
	}
	return nil
}

// DropLabel removes a label if it is the one that we wrote, or began to write.
func DropLabel(p safefs.Place, text string) error {
	found, err := LabelText(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || !strings.HasPrefix(text, found) {
		return err
	}
	return p.Dir.RemoveFile(p.Name)
}

func LabelText(p safefs.Place) (string, error) {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, labelMax))
	return string(text), err
}
