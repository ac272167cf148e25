package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// loginMaxAge is how long a PATH stays cached: a profile may read files we do not know
// of.
const loginMaxAge = 24 * time.Hour

// profiles are the files that login shells read, of the system and in the user's home.
var profiles = []string{
	"/etc/profile", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zshenv", "/etc/zprofile", "/etc/zshrc", "/etc/zsh/zshenv",
	"/etc/zsh/zprofile", "/etc/zsh/zshrc", "/etc/environment", "/etc/paths", "/etc/paths.d", "/etc/profile.d",
	".profile", ".bash_profile", ".bash_login", ".bashrc", ".zshenv", ".zprofile", ".zshrc", ".zlogin",
	".config/fish/config.fish", ".config/fish/conf.d", ".config/environment.d",
}

// cachedLogin is the cache file of a login shell's answer.
type cachedLogin struct {
	Stamp string    `json:"stamp"`
	Path  string    `json:"path"`
	When  time.Time `json:"when"`
}

// profileStamp is a digest of everything known to determine a login shell's PATH.
func profileStamp(environ []string) string {
	home, sum := variable(environ, "HOME"), sha256.New()
	for _, key := range []string{"SHELL", "HOME", "PATH", "USER"} {
		_, _ = fmt.Fprintf(sum, "%q\n", variable(environ, key))
	}
	for _, file := range append([]string{loginShell(environ)}, profiles...) {
		if !filepath.IsAbs(file) {
			file = filepath.Join(home, file)
		}
		if info, err := os.Stat(file); err == nil {
			_, _ = fmt.Fprintf(sum, "%q %d %d\n", file, info.Size(), info.ModTime().UnixNano())
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// cachedPath returns the PATH cached under this stamp.
func cachedPath(file, stamp string) (string, bool) {
	if file == "" {
		return "", false
	}
	text, err := regular.ReadFile(file)
	if err != nil {
		return "", false
	}
	var kept cachedLogin
	if json.Unmarshal(text, &kept) != nil {
		return "", false
	}
	age := time.Since(kept.When)
	return kept.Path, kept.Stamp == stamp && age >= 0 && age < loginMaxAge
}

// cachePath stores PATH. If it cannot, the shell is asked again.
func cachePath(file, stamp, path string) {
	text, err := json.Marshal(cachedLogin{stamp, path, time.Now()})
	if file == "" || err != nil {
		return
	}
	_ = regular.WriteWhole(file, text)
}
