package servers

import (
	"context"

	"github.com/deskhand/deskhand/app"
)

// Backend runs the servers that provide the assistant's tools.
type Backend interface {
	// Servers returns ours, then those of the user's file. With an error about that file
	// it returns the list from before.
	Servers(ctx context.Context) ([]app.ServerInfo, error)
	// ServerEntry returns an entry for editing.
	ServerEntry(ctx context.Context, name string) (app.ServerEntry, error)
	// ServerRuns returns the last stderr output of a server, run by run, newest last.
	ServerRuns(ctx context.Context, name string) ([]app.ServerRun, error)
	// TrustServer starts what hash identifies, now and from now on. It fails with
	// app.ErrServerChanged if it has changed since.
	TrustServer(ctx context.Context, name, hash string) error
	StartServer(ctx context.Context, name string) error
	StopServer(ctx context.Context, name string) error
	// SignInServer signs in on the page passed to show, and waits for it. A failed
	// sign-in gives an *app.SignInError.
	SignInServer(ctx context.Context, name string, pages app.SignInPages, show func(page string)) error
	SignOutServer(ctx context.Context, name string) error
	// EnableTool enables or disables a tool, by the server's own name.
	EnableTool(ctx context.Context, server, tool string, yes bool) error
	// SaveServer saves an entry; a changed one is not started before TrustServer.
	SaveServer(ctx context.Context, e app.ServerEntry) error
	// GiveServer stores an input of a server, apart from its entry.
	GiveServer(ctx context.Context, name, id, value string) error
	// FindServers reads the files of other apps, PastedServers a text; ImportServers adds
	// the new ones and returns how many.
	FindServers(ctx context.Context) ([]app.ServerImport, error)
	PastedServers(ctx context.Context, text string) (app.ServerImport, error)
	ImportServers(ctx context.Context, servers []app.ImportedServer) (int, error)
	RemoveServer(ctx context.Context, name string) error
	// LookServer returns what would be started for an unsaved entry.
	LookServer(ctx context.Context, e app.ServerEntry) (app.ServerInfo, error)
	// TestServer starts an entry once, returns the result and ends it. The user has seen
	// what hash identifies and agreed; it fails like TrustServer.
	TestServer(ctx context.Context, e app.ServerEntry, hash string) (app.ServerInfo, error)
}
