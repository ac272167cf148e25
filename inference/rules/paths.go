package rules

import (
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
)

// resolve returns the absolute path of a name in a request, or "" if it has none.
// Relative names start from base.
func resolve(name string, scene chat.Scene, home, base string) string {
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
	if base != "" {
		return filepath.Join(base, name)
	}
	return ""
}

// folderOf returns the folder that relative names start from.
func folderOf(scene chat.Scene) string {
	base := scene.Focus
	if base == "" && len(scene.Roots) > 0 {
		base = scene.Roots[0]
	}
	if intent.IsFileName(base) {
		base = filepath.Dir(base)
	}
	return base
}
