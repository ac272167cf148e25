package config

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/adrg/xdg"
)

// HomeVariable is the environment variable that puts all state under one folder.
const HomeVariable = "DESKHAND_HOME"

// Paths are the places of the program's files.
type Paths struct {
	Config string // config.toml
	Data   string // the database and the journals
	Cache  string // what can be recreated
}

// FindPaths returns the folders of the current user: under DESKHAND_HOME if set, else
// where the operating system expects them.
func FindPaths() Paths {
	if home := os.Getenv(HomeVariable); home != "" {
		return Paths{
			Config: filepath.Join(home, "config"),
			Data:   filepath.Join(home, "data"),
			Cache:  filepath.Join(home, "cache"),
		}
	}
	if runtime.GOOS == "windows" { // where the three would be one folder
		return Paths{
			Config: filepath.Join(xdg.DataDirs[0], "deskhand"), // roams with the user
			Data:   filepath.Join(xdg.DataHome, "deskhand", "data"),
			Cache:  filepath.Join(xdg.DataHome, "deskhand", "cache"),
		}
	}
	return Paths{
		Config: filepath.Join(xdg.ConfigHome, "deskhand"),
		Data:   filepath.Join(xdg.DataHome, "deskhand"),
		Cache:  filepath.Join(xdg.CacheHome, "deskhand"),
	}
}

// Database returns the file of conversations, plans and the audit.
func (p Paths) Database() string { return filepath.Join(p.Data, "deskhand.db") }

// Library returns the file of extracted texts.
func (p Paths) Library() string { return filepath.Join(p.Data, "library.db") }

// Pasted returns the folder of pictures pasted into the chat. It is the user's, not the
// program's: files in it are tidied like any others.
func (p Paths) Pasted() string {
	if home := os.Getenv(HomeVariable); home != "" {
		return filepath.Join(home, "pasted")
	}
	return filepath.Join(xdg.UserDirs.Pictures, "Deskhand")
}

// Sample returns the folder for the sample files, where the user sees them. Like Pasted
// it is theirs.
func (p Paths) Sample() string {
	const name = "Deskhand sample"
	if home := os.Getenv(HomeVariable); home != "" {
		return filepath.Join(home, name)
	}
	return filepath.Join(xdg.UserDirs.Documents, name)
}

// Journal returns the folder of the files server's journals, one per batch.
func (p Paths) Journal() string { return filepath.Join(p.Data, "journal") }

// ConfigFile returns the file that Load reads.
func (p Paths) ConfigFile() string { return filepath.Join(p.Config, "config.toml") }

// ServersFile returns mcp.json: the servers that the user added.
func (p Paths) ServersFile() string { return filepath.Join(p.Config, "mcp.json") }

// TrustFile returns the record of which of their commands the user agreed to start.
func (p Paths) TrustFile() string { return filepath.Join(p.Data, "trusted.json") }

// Habits returns the file of the user's corrections.
func (p Paths) Habits() string { return filepath.Join(p.Data, "habits.json") }

// InputsFile returns the file of values that servers asked the user for, such as keys.
func (p Paths) InputsFile() string { return filepath.Join(p.Data, "inputs.json") }

// SignInsFile returns the file of sign-ins at servers.
func (p Paths) SignInsFile() string { return filepath.Join(p.Data, "signins.json") }

// WindowFile returns the file of the window's state: size, page, and unfinished work.
func (p Paths) WindowFile() string { return filepath.Join(p.Data, "window.json") }

// LoginFile returns the cache of the login shell's PATH.
func (p Paths) LoginFile() string { return filepath.Join(p.Cache, "login.json") }

// Logs returns the folder of the servers' last stderr output.
func (p Paths) Logs() string { return filepath.Join(p.Data, "logs") }

// Make creates the folders, accessible to the user alone.
func (p Paths) Make() error {
	for _, dir := range []string{p.Config, p.Data, p.Cache, p.Journal(), p.Logs()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("make the folder %s: %w", dir, err)
		}
	}
	return nil
}
