package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/alecthomas/kong"
)

// path is an argument that names a file or folder. It is absolute once it is
// parsed: the verb may run in another process, which has another working folder.
type path string

// pathTexts are paths as the core takes them.
func pathTexts(paths []path) []string {
	all := make([]string, len(paths))
	for i, p := range paths {
		all[i] = string(p)
	}
	return all
}

// allThere returns what is wrong with the first path that cannot be looked at.
func allThere(paths []path) error {
	for _, p := range paths {
		if _, err := os.Lstat(string(p)); err != nil {
			return err
		}
	}
	return nil
}

// pathsFrom reads paths that start from a folder; "" is none.
func pathsFrom(dir string) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var given string
		if err := ctx.Scan.PopValueInto("path", &given); err != nil {
			return err
		}
		switch {
		case given == "":
			return errors.New("a path is empty")
		case filepath.IsAbs(given):
			target.SetString(filepath.Clean(given))
		case dir == "":
			return fmt.Errorf("the working folder no longer exists, so %s cannot be found; use an absolute path", given)
		default:
			target.SetString(filepath.Join(dir, given))
		}
		return nil
	})
}
