package files

import (
	"context"
	"errors"
	"io"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/server"

	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Config says what the server may touch and where it keeps its journals.
type Config struct {
	// Roots are the outer bound of all calls: absolute paths of folders or
	// single files. Without any, each call must name its own.
	Roots []string
	// JournalDir is where the batches are remembered. Required.
	JournalDir string
	// In and Out carry the protocol, a message a line.
	In  io.Reader
	Out io.Writer
	// Log receives what goes wrong in the protocol; nil: nobody.
	Log io.Writer
	// Version is what the server says of itself.
	Version string
	// TrashDir is the trash of the home folder; empty: the system's.
	TrashDir string
	// SystemFolders lets batches change what is in the root, in the system's
	// folders and, not in a folder of it, in the home folder.
	SystemFolders bool

	// FS is the disk and Now the clock; nil: the real ones.
	FS  safefs.FS
	Now func() time.Time
}

// Server is the files server without a transport. Close it.
type Server struct {
	// MCP answers the protocol.
	MCP *server.MCPServer

	mover  *mover.Mover
	finder *find.Finder
	outer  []roots.Root
}

// New opens the journals, ends what a crash left half done inside the roots,
// and makes the tools.
func New(ctx context.Context, cfg Config) (*Server, error) {
	outer, err := roots.Of(cfg.Roots)
	if err != nil {
		return nil, err
	}
	m, err := mover.New(mover.Config{
		JournalDir: cfg.JournalDir, TrashDir: cfg.TrashDir, SystemFolders: cfg.SystemFolders, FS: cfg.FS, Now: cfg.Now,
	})
	if err != nil {
		return nil, err
	}
	s := &Server{mover: m, finder: find.New(m.Folders()), outer: outer}
	if err := m.Recover(ctx, roots.Scope{Outer: outer}); err != nil && cfg.Log != nil {
		log.New(cfg.Log, "", 0).Printf("a batch that was cut short could not be recovered: %v", err)
	}
	s.MCP = server.NewMCPServer("deskhand-files", cfg.Version,
		server.WithTitle("Deskhand: files"),
		server.WithToolCapabilities(false),
		server.WithRecovery(),
		server.WithInstructions("Looks at files, moves and copies them. It cannot delete or overwrite, and every change can be undone."),
	)
	s.addTools()
	return s, nil
}

// Close returns up the journals. It waits for a batch that is being made.
func (s *Server) Close() error { return s.mover.Close() }

func (s *Server) addTools() {
	addTool(s, listTool(), s.scope, wire.ListRequest{Limit: listDefault}, s.list, listText)
	addTool(s, findTool(), s.scope, wire.FindRequest{ListRequest: wire.ListRequest{Limit: listDefault, Recursive: true}}, s.find, foundText)
	addTool(s, infoTool(), s.scope, wire.InfoRequest{}, s.info, infoText)
	addTool(s, duplicatesTool(), s.scope, wire.DuplicatesRequest{}, s.duplicates, duplicatesText)
	addTool(s, listTrashTool(), s.scope, struct{}{}, s.listTrash, trashText)
	addTool(s, moveTool(), s.scope, wire.MoveRequest{}, s.move, changedText)
	addTool(s, copyTool(), s.scope, wire.CopyRequest{}, s.copy, changedText)
	addTool(s, folderTool(), s.scope, wire.FolderRequest{}, s.makeFolder, folderText)
	addTool(s, writeTool(), s.scope, wire.WriteRequest{}, s.writeText, changedText)
	addTool(s, trashTool(), s.scope, wire.TrashRequest{}, s.trash, changedText)
	addTool(s, restoreTool(), s.scope, wire.RestoreRequest{}, s.restore, changedText)
	addTool(s, undoTool(), s.pastScope, wire.UndoRequest{}, s.undo, undoText)
	addTool(s, finishTool(), s.pastScope, wire.FinishRequest{}, s.finish, finishedText)
	addTool(s, historyTool(), s.pastScope, wire.HistoryRequest{Limit: historyDefault}, s.history, historyText)
}

// Serve answers on cfg.In and cfg.Out until In ends or ctx is done; both are a
// normal end. A move in progress is stopped between two files.
func Serve(ctx context.Context, cfg Config) error {
	s, err := New(ctx, cfg)
	if err != nil {
		return err
	}
	err = call.Serve(ctx, s.MCP, cfg.In, cfg.Out, cfg.Log)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, s.Close())
}
