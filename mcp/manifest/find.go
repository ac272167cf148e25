package manifest

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// Found is a file in which another host keeps its servers.
type Found struct {
	Host string `json:"host"`
	Path string `json:"path"`
}

// A Home is where a user's programs keep their files.
type Home struct {
	// Dir is the home folder, Config the one for settings.
	Dir, Config string
}

// FindHome returns the folders of the current user.
func FindHome() (Home, error) {
	dir, err := os.UserHomeDir()
	config, failed := os.UserConfigDir()
	return Home{dir, config}, errors.Join(err, failed)
}

// Files returns the files of other hosts that exist, each once.
func (h Home) Files() (found []Found) {
	dot := filepath.Join(h.Dir, ".config") // where some keep them on every system
	rows := []struct{ host, dir, path string }{
		{"Claude Desktop", h.Config, "Claude/claude_desktop_config.json"},
		{"Claude Code", h.Dir, ".claude.json"},
		{"Cursor", h.Dir, ".cursor/mcp.json"},
		{"VS Code", h.Config, "Code/User/mcp.json"},
		{"VS Code", h.Config, "Code/User/settings.json"},
		{"Zed", h.Config, "zed/settings.json"},
		{"Zed", dot, "zed/settings.json"},
		{"opencode", dot, "opencode/opencode.json"},
		{"opencode", dot, "opencode/opencode.jsonc"},
		{"goose", dot, "goose/config.yaml"},
		{"LM Studio", h.Dir, ".lmstudio/mcp.json"},
		{"LM Studio", h.Dir, ".cache/lm-studio/mcp.json"},
		{"Windsurf", h.Dir, ".codeium/windsurf/mcp_config.json"},
		{"Gemini CLI", h.Dir, ".gemini/settings.json"},
	}
	if runtime.GOOS == "windows" {
		rows = append(rows, struct{ host, dir, path string }{"goose", h.Config, "Block/goose/config/config.yaml"})
	}
	seen := map[string]bool{}
	for _, r := range rows {
		path := filepath.Join(r.dir, filepath.FromSlash(r.path))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && !seen[path] {
			seen[path] = true
			found = append(found, Found{r.host, path})
		}
	}
	return found
}
