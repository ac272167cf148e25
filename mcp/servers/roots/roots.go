package roots

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/mcp/servers/fault"
)

// Root is a folder, or a single file, that may be touched.
type Root struct {
	Path string
	// File means that only this file is meant, and new names for it in its own folder.
	File bool
	// from is the existing folder above a root that does not exist; files may be created
	// below a folder that is itself to be created. Empty if the root exists.
	from string
}

// Of makes roots of cleaned absolute paths. Anything but a folder counts as a file; a
// missing path counts as both.
func Of(paths []string) ([]Root, error) {
	roots := make([]Root, 0, len(paths))
	for _, path := range paths {
		if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
			return nil, fault.Invalid(path, "A root must be an absolute path.", "")
		}
		fi, err := os.Stat(path)
		root := Root{Path: filepath.Clean(path), File: err != nil || !fi.IsDir()}
		if errors.Is(err, fs.ErrNotExist) {
			root.from = nearest(filepath.Dir(root.Path))
		}
		roots = append(roots, root)
	}
	return roots, nil
}

// nearest returns the folder itself or its nearest existing parent.
func nearest(folder string) string {
	for {
		up := filepath.Dir(folder)
		if _, err := os.Lstat(folder); err == nil || up == folder {
			return folder
		}
		folder = up
	}
}

// isNew reports whether path is below a root that does not exist.
func (r Root) isNew(path string) bool { return r.from != "" && Under(r.Path, path) }

// reads reports whether the root allows reading path and moving it away.
func (r Root) reads(path string) bool {
	return path == r.Path || (!r.File || r.from != "") && Under(r.Path, path)
}

// writes reports whether the root allows creating path.
func (r Root) writes(path string) bool {
	if r.File {
		folder, _ := Split(path)
		return folder == filepath.Dir(r.Path) || r.isNew(path)
	}
	return path != r.Path && Under(r.Path, path)
}

// Base returns the folder to open first to reach the root.
func (r Root) Base() string {
	switch {
	case r.from != "":
		return r.from
	case r.File:
		return filepath.Dir(r.Path)
	}
	return r.Path
}

// leads reports whether folder is the base or is opened from it.
func (r Root) leads(folder string) bool {
	b := r.Base()
	if folder == b || !r.File {
		return folder == b || Under(b, folder)
	}
	return r.from != "" && Under(b, folder) && (folder == r.Path || Under(r.Path, folder) || Under(folder, r.Path))
}

// Under reports whether path, which must be clean, is root or inside it.
func Under(root, path string) bool {
	rest, inside := strings.CutPrefix(path, root)
	if strings.HasSuffix(root, string(filepath.Separator)) {
		return inside
	}
	return inside && rest != "" && rest[0] == filepath.Separator
}

// Split returns the folder and the name of a clean path, as filepath.Dir and Base do,
// without cleaning it again.
func Split(path string) (folder, name string) {
	at := strings.LastIndexByte(path, filepath.Separator)
	if at <= len(filepath.VolumeName(path)) {
		return filepath.Dir(path), filepath.Base(path)
	}
	return path[:at], path[at+1:]
}

// Join is filepath.Join for a clean folder and a name.
func Join(folder, name string) string {
	if strings.HasSuffix(folder, string(filepath.Separator)) {
		return folder + name
	}
	return folder + string(filepath.Separator) + name
}

// Scope is what a call may touch: paths inside one of Outer and inside one of Call; an
// empty list sets no bound.
type Scope struct {
	Outer, Call []Root
	// ways lead to folders that a plan itself uses, such as a trash. No call may name a
	// path in them.
	ways []way
	// Hosted means that the roots come from our host, not from --root.
	Hosted bool
}

// way leads to a folder: links are followed up to its base and no further.
type way struct{ base, to string }

// AddWay makes folder reachable through base.
func (s *Scope) AddWay(base, folder string) {
	if !s.HasWay(folder) {
		s.ways = append(s.ways, way{base, folder})
	}
}

// HasWay reports whether folder was added.
func (s Scope) HasWay(folder string) bool { return slices.Contains(s.Ways(), folder) }

// Ways returns the folders that were added.
func (s Scope) Ways() []string {
	return lists.Map(s.ways, func(w way) string { return w.to })
}

// Empty reports whether there are no roots at all.
func (s Scope) Empty() bool { return len(s.Outer) == 0 && len(s.Call) == 0 }

// Paths returns the narrower of the two lists of roots.
func (s Scope) Paths() []string {
	roots := s.Call
	if len(roots) == 0 {
		roots = s.Outer
	}
	return lists.Map(roots, func(r Root) string { return r.Path })
}

// MayRead reports whether path may be read and moved away.
func (s Scope) MayRead(path string) bool {
	return s.allows(func(r Root) bool { return r.reads(path) })
}

// MayWrite reports whether path may be created.
func (s Scope) MayWrite(path string) bool {
	return s.allows(func(r Root) bool { return r.writes(path) })
}

// Contains reports whether all of root is in the scope.
func (s Scope) Contains(root Root) bool {
	return s.allows(func(r Root) bool { return r.reads(root.Path) })
}

func (s Scope) allows(by func(Root) bool) bool {
	return !s.Empty() &&
		(len(s.Outer) == 0 || slices.ContainsFunc(s.Outer, by)) &&
		(len(s.Call) == 0 || slices.ContainsFunc(s.Call, by))
}

// Base returns the folder from which folder is reached step by step: links are followed
// up to there and no further.
func (s Scope) Base(folder string) (string, bool) {
	roots := s.Outer
	if len(roots) == 0 {
		roots = s.Call
	}
	best := ""
	for _, r := range roots {
		if b := r.Base(); r.leads(folder) && len(b) > len(best) {
			best = b
		}
	}
	for _, w := range s.ways {
		if (folder == w.base || Under(w.base, folder)) && (folder == w.to || Under(w.to, folder)) && len(w.to) > len(best) {
			best = w.base
		}
	}
	if best != "" {
		return best, true
	}
	for _, w := range s.ways { // leads to a trash at the top of its disk
		if (folder == w.base || Under(w.base, folder)) && Under(folder, w.to) {
			return w.base, true
		}
	}
	return "", false
}

// maxPath is the longest path of any system, in bytes.
const maxPath = 32 << 10

// Resolve returns the absolute form of a client's path. A relative path starts from the
// only root that is a folder.
func (s Scope) Resolve(path string) (string, error) {
	switch {
	case path == "":
		return "", &chat.Failure{Class: chat.ErrInvalidArgs, Message: "A path is missing.", Advice: chat.Advice{Code: chat.AdviseWholePath, Text: "Give the full path."}}
	case len(path) > maxPath:
		return "", fault.Invalid("", "The path is longer than any path can be.", "")
	case strings.ContainsRune(path, 0) || !utf8.ValidString(path):
		return "", fault.Invalid(path, "The path holds characters that no path can hold.", "")
	case filepath.IsAbs(path):
		path = filepath.Clean(path)
		return path, madeUp(path)
	}
	if roots := s.Paths(); len(roots) == 1 {
		return filepath.Join(roots[0], path), nil
	}
	return "", &chat.Failure{Class: chat.ErrInvalidArgs, Path: path, Message: "The path is not complete.", Advice: chat.Advice{Code: chat.AdviseWholePath, Text: "Give the full path, from the root folder on."}}
}

// kernels are the pseudo file systems of Linux: reading a file there may block or never
// end.
var kernels = []string{"/proc", "/sys", "/dev"}

// madeUp refuses paths in them, except in the shared memory below /dev.
func madeUp(path string) error {
	const memory = "/dev/shm"
	if runtime.GOOS != "linux" || path == memory || Under(memory, path) {
		return nil
	}
	for _, folder := range kernels {
		if path == folder || Under(folder, path) {
			return &chat.Failure{
				Class: chat.ErrPermissionDenied, Code: chat.CodeNotRegular, Path: path,
				Message: "What is in " + folder + " are no files of a person's: the system shows itself there.",
			}
		}
	}
	return nil
}

// Denied returns the failure for a path outside the scope.
func (s Scope) Denied(path string) error {
	if s.Empty() {
		advice := "Start it with --root FOLDER."
		if s.Hosted {
			advice = "Ask the person to open one."
		}
		return &chat.Failure{
			Class: chat.ErrPermissionDenied, Code: chat.CodeOutside, Path: path,
			Message: "No folder has been opened to this server.",
			Advice:  chat.Advice{Code: chat.AdviseOpenFolder, Text: advice},
		}
	}
	return &chat.Failure{
		Class: chat.ErrPermissionDenied, Code: chat.CodeOutside, Path: path,
		Message: "This path is outside the folders that may be touched.",
		Advice:  chat.Advice{Code: chat.AdviseOneOf, Args: s.Paths(), Text: "Stay inside: " + strings.Join(s.Paths(), ", ")},
	}
}

// maxDepth is how many levels below its root a folder may be created.
const maxDepth = 64

// TooDeep refuses a path too many levels below its root.
func (s Scope) TooDeep(path string) error {
	base, _ := s.Base(path)
	if strings.Count(path, string(filepath.Separator))-strings.Count(base, string(filepath.Separator)) <= maxDepth {
		return nil
	}
	return &chat.Failure{
		Class: chat.ErrInvalidArgs, Code: chat.CodeTooDeep, Path: path,
		Advice:  chat.Advice{Code: chat.AdviseOtherPlace, Text: "Choose a folder that is less deep."},
		Message: fmt.Sprintf("The folder is more than %d levels deep.", maxDepth),
	}
}

// Named reports whether path may be created because the user named a single file.
func (s Scope) Named(path string) bool {
	roots := s.Call
	if len(roots) == 0 {
		roots = s.Outer
	}
	return slices.ContainsFunc(roots, func(r Root) bool { return r.File && filepath.Dir(r.Path) == filepath.Dir(path) })
}

// Tells reports whether path may be shown to the client.
func (s Scope) Tells(path string) bool { return s.Empty() || s.MayRead(path) }

// Readable resolves a path that may be read; if not, it fails like Denied.
func (s Scope) Readable(path string) (string, error) {
	path, err := s.Resolve(path)
	if err == nil && !s.MayRead(path) {
		err = s.Denied(path)
	}
	return path, err
}

// Writable resolves a path that may be created; if not, it fails like Denied.
func (s Scope) Writable(path string) (string, error) {
	path, err := s.Resolve(path)
	if err == nil && !s.MayWrite(path) {
		err = s.Denied(path)
	}
	return path, err
}
