package termtext

import (
	"encoding/json"
	"io"
)

// JSON writes v as one compact line.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// A List is how entries are listed.
type List struct {
	Out, Errs io.Writer
	JSON      bool // a line of JSON each
	// None says that there are no entries and how one comes to be, on Errs: what reads
	// the list itself finds nothing in it. Empty: nothing is said.
	None string
}

// Print lists entries, a line each.
func Print[T any](l List, entries []T, line func(T) string) error {
	if len(entries) == 0 && !l.JSON && l.None != "" {
		return Tell(l.Errs, "%s\n", l.None)
	}
	for _, e := range entries {
		var err error
		if l.JSON {
			err = JSON(l.Out, e)
		} else {
			err = Tell(l.Out, "%s\n", line(e))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
