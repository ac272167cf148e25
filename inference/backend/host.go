package backend

import (
	"context"
	"time"
)

// Listing is what is known of a server beyond the chain's needs.
type Listing interface {
	// Names lists its models.
	Names(ctx context.Context) ([]string, error)
	// Local reports whether it is on this computer.
	Local() bool
	// Close closes idle connections.
	Close()
}

// Host is a server whose models the user can list, download and remove.
type Host interface {
	Backend
	Listing
	// Address is its address for display; Host its name and port, which consent is stored
	// for.
	Address() string
	Host() string
	// Allowed reports whether it may be asked at all; AllowRemote sets the other
	// computers that may be.
	Allowed() bool
	AllowRemote(hosts []string)
	// Move switches to another server, with this key.
	Move(host string, key func() string) error
	// Tags lists the installed models, Ps those in memory.
	Tags(ctx context.Context) ([]Installed, error)
	Ps(ctx context.Context) ([]Running, error)
	// Pull downloads a model and reports progress from the caller's goroutine. Remove
	// deletes one from the server's disk.
	Pull(ctx context.Context, model string, progress func(Download)) error
	Remove(ctx context.Context, model string) error
	// Embed returns a vector for each text; similar meanings give similar directions. A
	// model that runs elsewhere is not asked.
	Embed(ctx context.Context, model string, texts []string) ([][]float32, error)
}

// Installed is a model that a server has.
type Installed struct {
	Name   string
	Digest string
	Size   int64 // bytes on disk
	// Remote is the host that the model really runs on; empty means here.
	Remote string
}

// Running is a model in memory.
type Running struct {
	Name, Digest string
	// Size is its memory, and GPU how much of that is on a GPU, in bytes.
	Size, GPU int64
	// Window is the allocated context, in tokens.
	Window  int
	Expires time.Time
}

// Download is the progress of a download. Only Rate and Left can decrease.
type Download struct {
	// Status is the server's description of what it is doing.
	Status string
	// Completed and Total are bytes over all layers known so far.
	Completed, Total int64
	// Fraction is how much is done, from 0 to 1.
	Fraction float64
	// Rate is recent bytes per second, Left the remaining time at that rate; 0 if
	// unknown.
	Rate float64
	Left time.Duration
}
