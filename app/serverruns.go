package app

import (
	"context"
	"slices"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/runlog"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// ServerRun is one run of a server: when it was, how it ended and what it wrote.
type ServerRun = runlog.Run

// ServerRuns returns the stored runs of a server, newest last. Nothing is started, and
// another Deskhand may be running.
func ServerRuns(p config.Paths, name string) ([]ServerRun, error) {
	if !isOwn(name) {
		list, err := manifest.Read(p.ServersFile())
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(list, func(l manifest.Listed) bool { return l.Name == name }) {
			return nil, ErrNoServer
		}
	}
	return (&runlog.Log{Dir: p.Logs()}).Read(name)
}

// ServerRuns returns the last runs of a server, of this Deskhand and the previous one,
// newest last.
func (c *Controller) ServerRuns(ctx context.Context, name string) ([]ServerRun, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if told := c.host.Runs(name); len(told) > 0 {
		c.runs.Keep(told[len(told)-1]) // with its latest output
	}
	return ServerRuns(c.paths, name)
}
