package servers

import (
	"context"

	"github.com/deskhand/deskhand/app"
)

// Backend runs the servers that the assistant's tools come from.
type Backend interface {
	// Servers lists ours, then those of the person's file. With an error about
	// that file comes the list of before.
	Servers(ctx context.Context) ([]app.ServerInfo, error)
	// ServerEntry gives an entry to be edited.
	ServerEntry(ctx context.Context, name string) (app.ServerEntry, error)
	// ServerRuns gives the last of what a server said besides its answers, run by
	// run, the newest last.
	ServerRuns(ctx context.Context, name string) ([]app.ServerRun, error)
	// TrustServer starts what hash stands for, now and from now on. It fails with
	// app.ErrServerChanged when it is another by now.
	TrustServer(ctx context.Context, name, hash string) error
	StartServer(ctx context.Context, name string) error
	StopServer(ctx context.Context, name string) error
	// SignInServer signs the person in on the page that show gets, and waits for it.
	// The error is an *app.SignInError where nobody was signed in.
	SignInServer(ctx context.Context, name string, pages app.SignInPages, show func(page string)) error
	SignOutServer(ctx context.Context, name string) error
	// EnableTool switches a tool of a server on or off, by the name that the server
	// gives it.
	EnableTool(ctx context.Context, server, tool string, yes bool) error
	// SaveServer keeps an entry; a changed one is not started before TrustServer.
	SaveServer(ctx context.Context, e app.ServerEntry) error
	// GiveServer keeps what a server asks for under an id, outside of its entry.
	GiveServer(ctx context.Context, name, id, value string) error
	// FindServers looks at the files of other apps, PastedServers at a text;
	// ImportServers adds those that are new and tells how many.
	FindServers(ctx context.Context) ([]app.ServerImport, error)
	PastedServers(ctx context.Context, text string) (app.ServerImport, error)
	ImportServers(ctx context.Context, servers []app.ImportedServer) (int, error)
	RemoveServer(ctx context.Context, name string) error
	// LookServer tells what would be started of an entry that is not kept yet.
	LookServer(ctx context.Context, e app.ServerEntry) (app.ServerInfo, error)
	// TestServer starts an entry once, tells what came of it and ends it. The
	// person has seen what hash stands for and agreed; it fails as TrustServer.
	TestServer(ctx context.Context, e app.ServerEntry, hash string) (app.ServerInfo, error)
}
