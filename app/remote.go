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

// RemoteModels says where models are asked that another computer runs.
type RemoteModels struct {
	// Address is the server that ollama_host in config.toml, or OLLAMA_HOST, names;
	// empty when it is on this computer.
	Address string `json:"address,omitempty"`
	// Allowed says that the person agreed that requests go there.
	Allowed bool `json:"allowed"`
}

// Remote reports whether models are asked on another computer.
func (c *Controller) Remote() RemoteModels { return remoteOf(c.ollama) }

func remoteOf(server backend.Host) RemoteModels {
	if server.Local() {
		return RemoteModels{}
	}
	return RemoteModels{Address: server.Address(), Allowed: server.Allowed()}
}

// hostOf is where Ollama is asked: where the person said here, or OLLAMA_HOST says.
func hostOf(settings config.Config) string {
	return cmp.Or(settings.Models.OllamaHost, os.Getenv(HostVariable))
}

// moveOllama asks Ollama where config.toml says by now. Who holds c.mu and the lock
// of the models calls it.
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

// AllowRemote records that the person agreed that requests go to this address, or
// takes that back, in config.toml and at once. ErrRemoteChanged when models are
// asked at another address than the one that was shown.
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
