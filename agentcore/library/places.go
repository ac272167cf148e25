package library

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
)

const placeColumns = "path, dev, inode, size, mtime, gone"

func scanPlace(rows *sql.Rows) (Place, error) {
	var p Place
	var dev, inode int64
	err := rows.Scan(&p.Path, &dev, &inode, &p.Identity.Size, &p.Identity.MtimeNS, &p.Gone)
	p.Identity.Dev, p.Identity.Inode = uint64(dev), uint64(inode) //nolint:gosec // the same bits
	return p, err
}

func placesWhere(ctx context.Context, db *sql.DB, where string, args ...any) (places []Place, err error) {
	err = each(ctx, db, func(rows *sql.Rows) error {
		p, err := scanPlace(rows)
		places = append(places, p)
		return err
	}, "SELECT "+placeColumns+" FROM places WHERE "+where+" ORDER BY gone, path", args...)
	return places, err
}

func placesOf(ctx context.Context, db *sql.DB, doc int64) ([]Place, error) {
	return placesWhere(ctx, db, "doc = ?", doc)
}

// Has reports whether the file at a path is known as it is now, and how it was read.
func (l *Library) Has(ctx context.Context, at Place) (has bool, err error) {
	err = l.read(ctx, func(db *sql.DB) error {
		found, err := placesWhere(ctx, db, "path = ?", at.Path)
		if err != nil || len(found) != 1 || found[0].Identity != at.Identity || found[0].Gone {
			return err
		}
		return db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM readings r JOIN places p ON p.doc = r.doc WHERE p.path = ?)", at.Path).Scan(&has)
	})
	return has, err
}

// Known returns where a file was known, by what it is: the same file with the same
// contents under any path.
func (l *Library) Known(ctx context.Context, id plan.Identity) (places []Place, err error) {
	err = l.read(ctx, func(db *sql.DB) error {
		places, err = placesWhere(ctx, db, "inode = ? AND dev = ? AND size = ? AND mtime = ?", int64(id.Inode), int64(id.Dev), id.Size, id.MtimeNS) //nolint:gosec // the same bits
		return err
	})
	return places, err
}

// Move is a file that went from one place to another.
type Move struct {
	From string
	To   Place
}

// Follow keeps where files went. Files that it does not know are none of its
// business.
func (l *Library) Follow(ctx context.Context, moves ...Move) error {
	return l.adding(ctx, func(a *adder) error {
		for _, m := range moves {
			if err := a.follow(m); err != nil {
				return err
			}
		}
		return nil
	})
}

func (a *adder) follow(m Move) error {
	doc, err := idOf(a.was.QueryRowContext(a.ctx, m.From))
	if err != nil || doc == 0 {
		return err
	}
	if m.From == m.To.Path { // its dates changed, or it is back
		return a.put(doc, m.To)
	}
	other, err := idOf(a.was.QueryRowContext(a.ctx, m.To.Path))
	if err != nil {
		return err
	}
	if _, err := a.tx.ExecContext(a.ctx, "DELETE FROM places WHERE path = ?", m.From); err != nil {
		return err
	}
	if err := a.put(doc, m.To); err != nil {
		return err
	}
	if other != 0 && other != doc {
		if err := a.dropUnplaced(other); err != nil {
			return err
		}
	}
	return a.renamed(doc, m.To.Path)
}

// renamed indexes a document again, with the words of its new name.
func (a *adder) renamed(doc int64, path string) error {
	var names string
	var packed []byte
	if err := a.tx.QueryRowContext(a.ctx, "SELECT names, text FROM docs WHERE id = ?", doc).Scan(&names, &packed); err != nil {
		return err
	}
	text, err := unpack(packed)
	if err != nil {
		return err
	}
	if _, err := a.off.ExecContext(a.ctx, doc); err != nil {
		return err
	}
	return a.indexed(doc, a.keysOf(names+" "+fileWords(path)), a.keysOf(text))
}

// Missing keeps that files were not where they were known.
func (l *Library) Missing(ctx context.Context, paths ...string) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		for _, path := range paths {
			if _, err := tx.ExecContext(ctx, "UPDATE places SET gone = 1 WHERE path = ?", path); err != nil {
				return err
			}
		}
		return nil
	})
}

// Folder is a folder that a person added.
type Folder struct {
	Path  string `json:"path"`
	Files int    `json:"files"`
	// Whole reports that all of it was read.
	Whole bool `json:"whole"`
}

// AddFolder keeps that a folder belongs to the library, and whether all of it was
// read.
func (l *Library) AddFolder(ctx context.Context, path string, whole bool) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO folders (path, whole) VALUES (?,?)", filepath.Clean(path), whole)
		if err != nil {
			return err
		}
		return l.noteFolders(ctx, tx)
	})
}

// Folders lists the folders that were added.
func (l *Library) Folders(ctx context.Context) (folders []Folder, err error) {
	err = l.read(ctx, func(db *sql.DB) error {
		err := each(ctx, db, func(rows *sql.Rows) error {
			var f Folder
			err := rows.Scan(&f.Path, &f.Whole)
			folders = append(folders, f)
			return err
		}, "SELECT path, whole FROM folders ORDER BY path")
		if err != nil {
			return err
		}
		for i := range folders {
			part, bounds := below("path", folders[i].Path)
			if err := db.QueryRowContext(ctx, "SELECT count(*) FROM places WHERE "+part, bounds...).Scan(&folders[i].Files); err != nil {
				return err
			}
		}
		return nil
	})
	return folders, err
}

// Remove forgets all documents that are at a path or below it, and nowhere else.
func (l *Library) Remove(ctx context.Context, path string) (files int, err error) {
	err = l.write(ctx, func(tx *sql.Tx) error {
		part, bounds := below("path", path)
		result, err := tx.ExecContext(ctx, "DELETE FROM places WHERE "+part, bounds...)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		files = int(n)
		const left = "(SELECT id FROM docs WHERE id NOT IN (SELECT doc FROM places))"
		for _, text := range []string{
			"DELETE FROM words WHERE rowid IN " + left, "DELETE FROM docs WHERE id IN " + left,
			// The words of a document stay in the index until its parts are made one.
			"INSERT INTO words (words) VALUES ('optimize')", "DELETE FROM vocabulary WHERE term NOT IN (SELECT term FROM terms)",
		} {
			if err == nil {
				_, err = tx.ExecContext(ctx, text)
			}
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "DELETE FROM folders WHERE "+part, bounds...)
		}
		if err == nil {
			err = l.noteFolders(ctx, tx)
		}
		return err
	})
	if err != nil {
		return files, err
	}
	return files, l.emptyLog(ctx)
}

// emptyLog leaves nothing of what was forgotten in the log of the database, nor in
// what is known of its words.
func (l *Library) emptyLog(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forgetWords()
	db, err := l.open(ctx)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)") // a search that reads just now keeps it for the next time
	return err
}

// Status says how much is in the library.
type Status struct {
	Documents int   `json:"documents"`
	Files     int   `json:"files"`
	Text      int64 `json:"text_bytes"`
	// Meanings is how many documents are found by what they mean, too.
	Meanings int `json:"meanings,omitempty"`
	// Size is that of the file.
	Size int64 `json:"size_bytes"`
}

// Status counts.
func (l *Library) Status(ctx context.Context) (s Status, err error) {
	err = l.read(ctx, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, strings.Join([]string{
			"SELECT (SELECT count(*) FROM docs)", "(SELECT count(*) FROM places WHERE gone = 0)", "(SELECT coalesce(sum(size),0) FROM docs)",
			"(SELECT count(*) FROM meanings)", "(SELECT page_count*page_size FROM pragma_page_count, pragma_page_size)",
		}, ", ")).Scan(&s.Documents, &s.Files, &s.Text, &s.Meanings, &s.Size)
	})
	return s, err
}
