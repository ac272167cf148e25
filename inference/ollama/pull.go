package ollama

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/transport"
)

// A download that was cut or stalled continues after a pause, at most this often in a row
// without a single new byte.
const (
	pullPause    = time.Second
	pullAttempts = 5
)

// Pull downloads a model and reports progress from the caller's goroutine. A download
// that is cut or stalls is continued; a cancelled one is continued by the next Pull. It
// has no time limit.
func (c *Client) Pull(ctx context.Context, name string, progress func(backend.Download)) error {
	d := &download{layers: map[string]*api.ProgressResponse{}, tell: progress}
	for attempts := 1; ; attempts++ {
		before := d.now.Completed
		err := c.pull(ctx, name, d)
		if err == nil || ctx.Err() != nil || !resumable(err) {
			return err
		}
		if d.now.Completed > before {
			attempts = 1
		}
		if attempts == pullAttempts {
			return err
		}
		if err := backend.Pause(ctx, pullPause); err != nil {
			return err
		}
	}
}

func resumable(err error) bool { return errors.Is(err, ErrCut) || errors.Is(err, ErrSilent) }

// pull is one attempt. The stall timer restarts with each new byte; a server that repeats
// itself has stalled too.
func (c *Client) pull(ctx context.Context, name string, d *download) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stall := time.AfterFunc(c.limits.Stall, func() { cancel(ErrSilent) })
	defer stall.Stop()
	resp, err := c.send(ctx, "/api/pull", api.PullRequest{Model: name})
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }() // the download is complete or was abandoned
	err = lines(resp.Body, func(l *pullLine) (bool, error) {
		if l.Error != "" {
			return false, pullError(l.Error)
		}
		if d.take(l.ProgressResponse) {
			stall.Reset(patience(l.Digest, c.limits))
		}
		return l.Status == "success", nil
	})
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// patience returns how long a step may take without news. Steps without a digest, such as
// verifying a large file, report nothing until they are done.
func patience(digest string, l Limits) time.Duration {
	if digest == "" {
		return max(l.Stall, l.Load)
	}
	return l.Stall
}

type pullLine struct {
	api.ProgressResponse
	Error string `json:"error"`
}

func pullError(message string) error {
	switch err := told(http.StatusOK, message, 0); {
	case strings.Contains(message, "412"):
		return transport.Because(ErrOutdated, ErrOutdated.Message+": "+message, err)
	case strings.Contains(message, "pull model manifest: file does not exist"):
		return transport.Because(ErrNoDownload, ErrNoDownload.Message+": "+message, err)
	default:
		return err
	}
}

// download adds up the layers. The server counts each separately, and backwards when it
// fetches a part again.
type download struct {
	layers map[string]*api.ProgressResponse
	now    backend.Download
	tell   func(backend.Download)
	marks  []mark
	here   int64 // bytes of it that were here before; they do not count for the rate
}

// mark is a count of bytes and its time, for the rate.
type mark struct {
	at    time.Time
	bytes int64
}

// rateSpan is the period that the rate is averaged over.
const rateSpan = 5 * time.Second

// take adds a line and reports whether it was progress.
func (d *download) take(l api.ProgressResponse) (forward bool) {
	completed := d.now.Completed
	status := d.now.Status
	d.now.Status = l.Status
	if l.Digest != "" {
		d.layer(l)
	}
	if d.now.Total > 0 {
		d.now.Fraction = max(d.now.Fraction, float64(d.now.Completed)/float64(d.now.Total))
	}
	if l.Status == "success" {
		d.now.Fraction = 1
	}
	d.rate(time.Now())
	d.tell(d.now)
	return d.now.Completed > completed || l.Status != status
}

// layer adds the bytes by which a layer exceeds its maximum so far.
func (d *download) layer(l api.ProgressResponse) {
	known := d.layers[l.Digest]
	first := known == nil
	if first {
		known = &api.ProgressResponse{}
		d.layers[l.Digest] = known
	}
	total := max(known.Total, l.Total)
	completed := max(known.Completed, min(l.Completed, total))
	d.now.Total += total - known.Total
	d.now.Completed += completed - known.Completed
	if first {
		d.here += completed
	}
	known.Total, known.Completed = total, completed
}

// rate computes the rate over rateSpan.
func (d *download) rate(now time.Time) {
	come := d.now.Completed - d.here
	d.marks = append(d.marks, mark{now, come})
	for len(d.marks) > 2 && now.Sub(d.marks[1].at) > rateSpan {
		d.marks = d.marks[1:]
	}
	oldest := d.marks[0]
	d.now.Rate, d.now.Left = 0, 0
	if span := now.Sub(oldest.at); span > 0 {
		d.now.Rate = float64(come-oldest.bytes) / span.Seconds()
	}
	if d.now.Rate > 0 {
		d.now.Left = time.Duration(float64(d.now.Total-d.now.Completed) / d.now.Rate * float64(time.Second))
	}
}
