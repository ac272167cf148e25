package app

import (
	"cmp"
	"context"
	"os"
	"slices"
	"time"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/backends"
)

// RemoteModels is the model server on another computer.
type RemoteModels struct {
	// Address is the server in ollama_host of config.toml, or OLLAMA_HOST; empty if it is
	// this computer.
	Address string `json:"address,omitempty"`
	// Allowed reports that the user agreed to send requests there.
	Allowed bool `json:"allowed"`
}

// Remote returns the model server on another computer, if any.
func (c *Controller) Remote() RemoteModels { return remoteOf(c.ollama) }

func remoteOf(server backend.Host) RemoteModels {
	if server.Local() {
		return RemoteModels{}
	}
	return RemoteModels{Address: server.Address(), Allowed: server.Allowed()}
}

// hostOf returns Ollama's address: the setting, or OLLAMA_HOST.
func hostOf(settings config.Config) string {
	return cmp.Or(settings.Models.OllamaHost, os.Getenv(HostVariable))
}

// moveOllama switches to the Ollama server of config.toml. c.mu and the lock of the
// models must be held.
func (c *Controller) moveOllama() error {
	settings, err := config.Load(c.paths.ConfigFile())
	if err != nil {
		return err
	}
	if err := c.ollama.Move(hostOf(settings), backends.KeyIn(settings.Models.OllamaKeyEnv)); err != nil {
		return badHost(err)
	}
	c.bestAt = time.Time{} // another server has other models
	c.models.Set(c.models.made(c.models.names)...)
	return nil
}

// AllowRemote records in config.toml that the user agreed to send requests to this
// address, or no longer does, with immediate effect. It fails with ErrRemoteChanged if
// the address is no longer the one that was shown.
func (c *Controller) AllowRemote(ctx context.Context, address string, yes bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.ollama.Local() || address != c.ollama.Address() {
		return ErrRemoteChanged
	}
	c.models.mu.Lock() // who else writes the file
	defer c.models.mu.Unlock()
	file := c.paths.ConfigFile()
	settings, err := config.Load(file)
	if err != nil {
		return err
	}
	hosts := slices.DeleteFunc(slices.Clone(settings.Models.AllowRemote), func(host string) bool {
		known, err := backends.HostOf(host)
		return err == nil && known == c.ollama.Host()
	})
	if yes {
		hosts = append(hosts, c.ollama.Host())
	}
	if hosts == nil {
		hosts = []string{}
	}
	if err := config.SetRemote(file, hosts); err != nil {
		return err
	}
	c.ollama.AllowRemote(hosts)
	return nil
}
