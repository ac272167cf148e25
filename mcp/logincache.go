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

// keptLonger is how long a PATH that was told is taken for the one of today: a
// profile may read files that we do not know of.
const keptLonger = 24 * time.Hour

// profiles are the files that shells read when a person logs in: those of the
// system, and in the person's home.
var profiles = []string{
	"/etc/profile", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zshenv", "/etc/zprofile", "/etc/zshrc", "/etc/zsh/zshenv",
	"/etc/zsh/zprofile", "/etc/zsh/zshrc", "/etc/environment", "/etc/paths", "/etc/paths.d", "/etc/profile.d",
	".profile", ".bash_profile", ".bash_login", ".bashrc", ".zshenv", ".zprofile", ".zshrc", ".zlogin",
	".config/fish/config.fish", ".config/fish/conf.d", ".config/environment.d",
}

// loginKept is the file of what a login shell has told.
type loginKept struct {
	Stamp string    `json:"stamp"`
	Path  string    `json:"path"`
	When  time.Time `json:"when"`
}

// profileStamp stands for everything known to decide what a login shell tells.
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

// keptPath is what a shell told when it had this stamp.
func keptPath(file, stamp string) (string, bool) {
	if file == "" {
		return "", false
	}
	text, err := regular.ReadFile(file)
	if err != nil {
		return "", false
	}
	var kept loginKept
	if json.Unmarshal(text, &kept) != nil {
		return "", false
	}
	age := time.Since(kept.When)
	return kept.Path, kept.Stamp == stamp && age >= 0 && age < keptLonger
}

// keepPath keeps what a shell has told. If it cannot, the shell is asked again.
func keepPath(file, stamp, path string) {
	text, err := json.Marshal(loginKept{stamp, path, time.Now()})
	if file == "" || err != nil {
		return
	}
	_ = regular.WriteWhole(file, text)
}
