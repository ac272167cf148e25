package arguments

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"

	"github.com/alecthomas/kong"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Path is an argument that names a file or folder. It is made absolute when parsed: the
// verb may run in another process, with another working folder.
type Path string

// Texts returns paths as the core takes them.
func Texts(paths []Path) []string {
	return lists.Map(paths, func(p Path) string { return string(p) })
}

// PathsFrom parses paths relative to a folder; "" means no path.
func PathsFrom(dir string) kong.Mapper {
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
