package journal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Line is an operation of a restore list. It may not have been carried out.
type Line struct {
	When     time.Time
	From, To string
	What     string
	// ID is the file that was to be moved to To; zero if the list does not say.
	ID safefs.Identity
	// Born is the creation time of the file, as in safefs.Info.
	Born int64
}

// Kind returns what the operation does with its file.
func (l Line) Kind() Kind {
	if l.What == whatMove {
		return Move
	}
	return Kind(l.What)
}

// Known reports whether the list identifies the file.
func (l Line) Known() bool { return l.ID != safefs.Identity{} }

// Root and TrashFolder report whether To is a folder that the batch may touch.
func (l Line) Root() bool        { return l.What == whatRoot }
func (l Line) TrashFolder() bool { return l.What == whatTrash }

// brings reports whether the line is an operation of the batch, not of its undo.
func (l Line) brings() bool {
	switch l.What {
	case whatMove, string(Copy), string(Write), string(Trash), string(Restore):
		return true
	}
	return false
}

func (l Line) file() string {
	if !l.Known() {
		return ""
	}
	return fmt.Sprintf("%d:%d:%d:%d:%d", l.ID.Dev, l.ID.Inode, l.ID.Size, l.ID.MtimeNS, l.Born)
}

// key identifies a line.
func (l Line) key() string { return l.What + "\t" + l.From + "\t" + l.To }

// parseLine parses a line. Lines of an old list do not identify the file.
func parseLine(text string) (Line, bool) {
	fields := strings.Split(text, "\t")
	if len(fields) < 4 {
		return Line{}, false
	}
	when, err := time.Parse(time.RFC3339, fields[0])
	if err != nil {
		return Line{}, false
	}
	plain := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
	l := Line{When: when, From: plain.Replace(fields[1]), To: plain.Replace(fields[2]), What: fields[3]}
	if len(fields) > 4 && fields[4] != "" {
		id := &l.ID
		if _, err := fmt.Sscanf(fields[4], "%d:%d:%d:%d:%d", &id.Dev, &id.Inode, &id.Size, &id.MtimeNS, &l.Born); err != nil {
			return Line{}, false
		}
	}
	return l, true
}

// lines reads the restore list of a batch, which may not exist. Incomplete or malformed
// lines are left out.
func (s *Store) lines(id string) ([]Line, error) {
	f, err := s.dir.Open(id + listSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var all []Line
	r := bufio.NewReaderSize(io.LimitReader(f, listMax), 1<<16)
	for {
		text, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if line, ok := parseLine(strings.TrimSuffix(text, "\n")); ok {
			all = append(all, line)
		}
	}
}

// listMax bounds what is read of a restore list, in bytes: a million lines.
const listMax = 256 << 20

// compare compares an unfinished journal with its restore list, which is written before
// it.
func (s *Store) compare(b *Batch, id string) error {
	all, err := s.lines(id)
	if err != nil {
		return err
	}
	if b.lines == 0 && len(all) > 0 {
		b.Headless = true
		if err := b.apply(beginOf(id, all)); err != nil {
			return err
		}
	}
	known := map[string]int{}
	for i := range b.Steps {
		step := &b.Steps[i]
		known[Line{From: step.From, To: step.Intent.To, What: step.what()}.key()]++
		if step.To != step.Intent.To {
			known[Line{From: step.From, To: step.To, What: step.what()}.key()]++
		}
	}
	for _, f := range b.Folders {
		known[Line{To: f.Path, What: whatFolder}.key()]++
	}
	ends := 0
	b.Unknown = b.due
	for _, l := range all {
		switch {
		case l.What == whatEnd:
			ends++
		case l.What == whatRoot && !slices.Contains(b.Roots, l.To), l.What == whatTrash && !slices.Contains(b.Trash, l.To):
			b.Missing = append(b.Missing, l)
		case l.What == whatRoot, l.What == whatTrash:
		case known[l.key()] > 0:
			known[l.key()]--
		default:
			b.Unknown = max(b.Unknown-1, 0)
			if l.brings() {
				b.Missing = append(b.Missing, l)
			}
		}
	}
	b.Damaged = b.Damaged || b.Unknown > 0 || ends > b.closes && !b.Repaired
	return nil
}

// beginOf rebuilds the first record of a journal that lost it.
func beginOf(id string, all []Line) Begin {
	begin := Begin{Version: Version, Batch: id, When: all[0].When}
	for _, l := range all {
		if l.What == whatRoot {
			begin.Roots = append(begin.Roots, l.To)
		}
	}
	return begin
}
