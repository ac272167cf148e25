package backend

import (
	"context"
	"time"
)

// Listing is what is known of a server beyond the chain's needs.
type Listing interface {
	// Names lists the models that it has.
	Names(ctx context.Context) ([]string, error)
	// Local reports whether it is on this computer.
	Local() bool
	// Close drops the connections that wait for the next request.
	Close()
}

// Host is a server that keeps models: a person looks at them, downloads and
// removes them.
type Host interface {
	Backend
	Listing
	// Address is where it is asked, for a person; Host its name and port, which
	// consent is given to.
	Address() string
	Host() string
	// Allowed reports whether it may be asked at all; AllowRemote says which hosts
	// may be asked although they are other computers.
	Allowed() bool
	AllowRemote(hosts []string)
	// Move asks another server from now on, with this key.
	Move(host string, key func() string) error
	// Tags lists the models that it has, Ps those in memory.
	Tags(ctx context.Context) ([]Installed, error)
	Ps(ctx context.Context) ([]Running, error)
	// Pull downloads a model and tells progress how far it is, from the caller's
	// goroutine. Remove deletes one from its disk.
	Pull(ctx context.Context, model string, progress func(Download)) error
	Remove(ctx context.Context, model string) error
	// Embed returns a vector for each text: those of texts that mean the same point the
	// same way. A model that runs elsewhere is not asked.
	Embed(ctx context.Context, model string, texts []string) ([][]float32, error)
}

// Installed is a model that a server has.
type Installed struct {
	Name   string
	Digest string
	Size   int64 // bytes on disk
	// Remote is the host that the model really runs on; empty: here.
	Remote string
}

// Running is a model in memory.
type Running struct {
	Name, Digest string
	// Size and GPU are what it takes and how much of that a GPU holds, in bytes.
	Size, GPU int64
	// Window is the context that was allocated, in tokens.
	Window  int
	Expires time.Time
}

// Download is how far a download has come. None of its numbers but Rate and
// Left ever goes back.
type Download struct {
	// Status is what the server is doing, in its words.
	Status string
	// Completed and Total are bytes over all layers known so far.
	Completed, Total int64
	// Fraction is how much is done, from 0 to 1.
	Fraction float64
	// Rate is recent bytes per second, Left the time that the rest takes at
	// that rate; 0: not known yet.
	Rate float64
	Left time.Duration
}
