package rules

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// mention is a path or a file's name in a request.
type mention struct {
	at, end int    // where it stands
	text    string // without quotes
	quoted  bool   // a quoted word may also be something else than a path
}

var (
	// quotedText is "…", “…”, „…“, «…» or `…`; group 1 is what is inside.
	quotedText = regexp.MustCompile("[\"“„«`]([^\"“”„«»`\n]+)[\"“”»`]")
	// singleQuoted begins after a space or at the start: "what's" is none.
	singleQuoted = regexp.MustCompile(`(?:^|[\s(])'([^'\n]+)'(?:[\s.,;:!?)]|$)`)
	// plainPath begins with /, ~, ./ or ../, or with a drive letter.
	plainPath = regexp.MustCompile(`(?:^|\s)((?:~?/|\.{1,2}/|[A-Za-z]:[\\/])[^\s"'” ]*|~)`)
	// fileName is a word with an extension.
	fileName = regexp.MustCompile(`(?:^|[\s(])([\pL\pN_][\pL\pN_.()+-]*\.[A-Za-z][A-Za-z0-9]{1,4})(?:[\s,;:!?).]|$)`)
	// extension is the end of a name that is probably a file's.
	extension = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{1,4}$`)
)

// mentions finds the paths and names in a request, in their order. Roots that
// stand there literally are found even with spaces in them.
func mentions(text string, roots []string) []mention {
	var found []mention
	add := func(at, end int, quoted bool) {
		for _, m := range found {
			if at < m.end && m.at < end {
				return // inside one that was found before
			}
		}
		found = append(found, mention{at, end, text[at:end], quoted})
	}
	for _, re := range []*regexp.Regexp{quotedText, singleQuoted} {
		for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
			add(at[2], at[3], true)
		}
	}
	for _, root := range roots {
		if at := strings.Index(text, root); at >= 0 && root != "" {
			add(at, at+len(root)+tail(text[at+len(root):]), false)
		}
	}
	for _, re := range []*regexp.Regexp{plainPath, fileName} {
		for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
			add(at[2], at[2]+len(strings.TrimRight(text[at[2]:at[3]], ".,;:!?)")), false)
		}
	}
	slices.SortFunc(found, func(a, b mention) int { return cmp.Compare(a.at, b.at) })
	return found
}

// tail is how much of what follows a root still belongs to the path.
func tail(rest string) int {
	if rest == "" || rest[0] != filepath.Separator {
		return 0
	}
	end := strings.IndexFunc(rest, unicode.IsSpace)
	if end < 0 {
		end = len(rest)
	}
	return len(strings.TrimRight(rest[:end], ".,;:!?)"))
}

// resolve makes an absolute path of a mention, or nothing where none can be
// made.
func resolve(name string, scene chat.Scene, home string) string {
	switch {
	case filepath.IsAbs(name):
		return filepath.Clean(name)
	case name == "~" || strings.HasPrefix(name, "~/"):
		if home == "" {
			return ""
		}
		return filepath.Join(home, name[1:])
	}
	for _, root := range append([]string{scene.Focus}, scene.Roots...) {
		if root != "" && filepath.Base(root) == filepath.Base(name) && !strings.ContainsRune(name, filepath.Separator) {
			return root
		}
	}
	if base := folderOf(scene); base != "" {
		return filepath.Join(base, name)
	}
	return ""
}

// folderOf is what relative names are relative to.
func folderOf(scene chat.Scene) string {
	base := scene.Focus
	if base == "" && len(scene.Roots) > 0 {
		base = scene.Roots[0]
	}
	if looksLikeFile(base) {
		base = filepath.Dir(base)
	}
	return base
}

// looksLikeFile goes by the name alone: the rule model looks at no disk. Tools
// say so when it guessed wrong.
func looksLikeFile(path string) bool { return extension.MatchString(path) }

// named gives the roots that a request calls by their last name ("the Scans
// folder").
func named(s speech, roots []string) []string {
	var found []string
	for _, root := range roots {
		words := hear(filepath.Base(root)).words
		if len(words) > 0 && s.at(words) >= 0 {
			found = append(found, root)
		}
	}
	return found
}
