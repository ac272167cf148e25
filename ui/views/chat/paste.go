package chat

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// maxPasted is how many files are accepted at a time.
const maxPasted = 1000

// paste accepts copied files and folders. Text that only looks like a path is typed.
func (e *composer) paste(text string) bool {
	if text == "" {
		e.picture()
		return true
	}
	paths := pathsOf(text)
	if len(paths) == 0 {
		return false
	}
	e.c.Frame.Work.Start(func(ctx context.Context) func() {
		there := true
		for _, p := range paths {
			_, err := os.Stat(p)
			there = there && err == nil && ctx.Err() == nil
		}
		return func() {
			if there {
				e.c.Drop(paths)
				return
			}
			e.words.Entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: fyne.CurrentApp().Clipboard()})
		}
	})
	return true
}

// picture opens the picture in the clipboard to the assistant.
func (e *composer) picture() {
	e.c.Frame.Work.Start(func(context.Context) func() {
		path, err := e.c.Frame.Picture()
		return func() {
			switch {
			case err != nil:
				e.c.notice.Fail(kit.Explain(err, locale.L("Couldn't paste the picture.")))
			case path != "":
				e.c.Drop([]string{path})
			}
		}
	})
}

// pathsOf returns the paths in a text as programs copy files: one per line, absolute or
// as a file URL. Nil if it is another text.
func pathsOf(text string) (paths []string) {
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimRight(line, "\r")
		if rest, is := strings.CutPrefix(line, "file://"); is {
			var err error
			if line, err = url.PathUnescape(strings.TrimPrefix(rest, "localhost")); err != nil {
				return nil
			}
		}
		if !filepath.IsAbs(line) || len(paths) == maxPasted {
			return nil
		}
		paths = append(paths, filepath.Clean(line))
	}
	return paths
}
