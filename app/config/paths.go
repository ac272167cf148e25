package config

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/adrg/xdg"
)

// HomeVariable names the environment variable that moves all state under one
// folder.
const HomeVariable = "DESKHAND_HOME"

// Paths is where the program keeps what it keeps.
type Paths struct {
	Config string // config.toml
	Data   string // the database and the journals
	Cache  string // what can be made again
}

// FindPaths returns the folders of this person: under DESKHAND_HOME if it is set,
// else where the operating system wants them.
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
			Config: filepath.Join(xdg.DataDirs[0], "deskhand"), // roams with the person
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

// Database is the file of conversations, plans and the audit.
func (p Paths) Database() string { return filepath.Join(p.Data, "deskhand.db") }

// Library is the file of the texts of what was read.
func (p Paths) Library() string { return filepath.Join(p.Data, "library.db") }

// Pasted is the folder of the pictures that are pasted into the chat. It is the
// person's, not the program's: what lies there is tidied like any other file.
func (p Paths) Pasted() string {
	if home := os.Getenv(HomeVariable); home != "" {
		return filepath.Join(home, "pasted")
	}
	return filepath.Join(xdg.UserDirs.Pictures, "Deskhand")
}

// Sample is the folder that the sample files are written to, where the person sees
// them. Like Pasted it is theirs.
func (p Paths) Sample() string {
	const name = "Deskhand sample"
	if home := os.Getenv(HomeVariable); home != "" {
		return filepath.Join(home, name)
	}
	return filepath.Join(xdg.UserDirs.Documents, name)
}

// Journal is the folder of the files server's journals, one a batch.
func (p Paths) Journal() string { return filepath.Join(p.Data, "journal") }

// ConfigFile is the file that Load reads.
func (p Paths) ConfigFile() string { return filepath.Join(p.Config, "config.toml") }

// ServersFile is mcp.json: the servers that the person added.
func (p Paths) ServersFile() string { return filepath.Join(p.Config, "mcp.json") }

// TrustFile is the record of which of their commands the person agreed to start.
func (p Paths) TrustFile() string { return filepath.Join(p.Data, "trusted.json") }

// Habits is the file of what the person corrected.
func (p Paths) Habits() string { return filepath.Join(p.Data, "habits.json") }

// InputsFile is what the person gave to servers that asked for it, such as keys.
func (p Paths) InputsFile() string { return filepath.Join(p.Data, "inputs.json") }

// SignInsFile is what came of signing in to servers at an address.
func (p Paths) SignInsFile() string { return filepath.Join(p.Data, "signins.json") }

// WindowFile is what the window finds again after a restart: its size and page, and
// what was under way.
func (p Paths) WindowFile() string { return filepath.Join(p.Data, "window.json") }

// LoginFile has the PATH that the person's login shell told.
func (p Paths) LoginFile() string { return filepath.Join(p.Cache, "login.json") }

// Logs is the folder of what servers said on stderr in their last runs.
func (p Paths) Logs() string { return filepath.Join(p.Data, "logs") }

// Make creates the folders, for this person alone.
func (p Paths) Make() error {
	for _, dir := range []string{p.Config, p.Data, p.Cache, p.Journal(), p.Logs()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("make the folder %s: %w", dir, err)
		}
	}
	return nil
}
