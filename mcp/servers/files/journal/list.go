package journal

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// listHead is the first line of a restore list. when is RFC 3339 in local time; what is
// one of the words below; file is the identity of the file that is moved to "to".
const listHead = "when\tfrom\tto\twhat\tfile\n"

// Values of "what" other than a Kind.
const (
	whatMove   = "move"
	whatFolder = "folder"
	whatUndo   = "undo"
	// whatRoot and whatTrash mark folders that the batch may touch.
	whatRoot  = "root"
	whatTrash = "trash-folder"
	// whatEnd means that the journal holds the end of a page or of an undo, synced.
	whatEnd = "end"
)

// list is the restore list of a batch, which is written before the journal.
type list struct {
	file  safefs.File
	now   func() time.Time
	start string // to write before the next line
	dirty bool   // something was written since the last sync
}

// openList opens the restore list of a batch whose journal is locked. If its last line is
// incomplete, the next one starts on a new line.
func (s *Store) openList(id string) (*list, error) {
	l := &list{now: s.now, start: listHead}
	f, err := s.dir.OpenLog(id + listSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		l.file, err = s.dir.Create(id + listSuffix)
		return l, err
	}
	if err != nil {
		return nil, err
	}
	l.file = f
	last, err := lastByte(f)
	switch {
	case err != nil:
		return nil, errors.Join(err, f.Close())
	case last == 0:
	case last == '\n':
		l.start = ""
	default:
		l.start = "\n"
	}
	return l, nil
}

// lastByte returns 0 for an empty file.
func lastByte(f safefs.File) (byte, error) {
	in, err := f.Stat()
	if err != nil || in.ID.Size == 0 {
		return 0, err
	}
	var last [1]byte
	if _, err := f.Seek(-1, io.SeekEnd); err != nil {
		return 0, err
	}
	_, err = io.ReadFull(f, last[:])
	return last[0], err
}

// add writes a line for each record that is about to move a file.
func (l *list) add(b *Batch, records []Record) error {
	var text lines
	when := l.now().Format(time.RFC3339)
	for _, r := range records {
		for _, line := range linesOf(b, r) {
			text.add(when, line.From, line.To, line.What, line.file())
		}
	}
	if text.Len() == 0 {
		return nil
	}
	l.dirty = true
	return l.write(text.String())
}

// linesOf returns the lines of a record that follows those of b.
func linesOf(b *Batch, r Record) []Line {
	var all []Line
	folders := func(what string, paths []string) {
		for _, path := range paths {
			all = append(all, Line{To: path, What: what})
		}
	}
	switch r := r.(type) {
	case Begin:
		folders(whatRoot, r.Roots)
	case Page:
		folders(whatRoot, r.Roots)
		folders(whatTrash, r.Trash)
	case Folder:
		folders(whatFolder, []string{r.Path})
	case Intent:
		all = append(all, Line{From: r.From, To: r.To, What: r.what(), ID: r.ID, Born: r.Born})
	case Retarget:
		if r.Step >= 0 && r.Step < len(b.Steps) {
			s := b.Steps[r.Step]
			all = append(all, Line{From: s.From, To: r.To, What: s.what(), ID: s.ID, Born: s.Born})
		}
	}
	return all
}

// end records that the last Close is on disk. It need not be synced: without it a journal
// that was cut later only looks like one that a crash ended.
func (l *list) end() error {
	var text lines
	text.add(l.now().Format(time.RFC3339), "", "", whatEnd, "")
	return l.write(text.String())
}

func (l *list) write(text string) error {
	_, err := io.WriteString(l.file, l.start+text)
	l.start = ""
	return err
}

func (l *list) sync() error {
	if !l.dirty {
		return nil
	}
	l.dirty = false
	return l.file.Sync()
}

func (i Intent) what() string {
	switch {
	case i.Undoes > 0:
		return whatUndo
	case i.Kind == Move:
		return whatMove
	}
	return string(i.Kind)
}

// lines are lines of a restore list.
type lines struct {
	strings.Builder
	escape *strings.Replacer // nil: nothing had to be escaped yet
}

// add writes a line, escaping tabs, line ends and backslashes.
func (l *lines) add(fields ...string) {
	for i, f := range fields {
		if i > 0 {
			l.WriteByte('\t')
		}
		if strings.ContainsAny(f, "\\\t\n\r") {
			if l.escape == nil {
				l.escape = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
			}
			f = l.escape.Replace(f)
		}
		l.WriteString(f)
	}
	l.WriteByte('\n')
}
