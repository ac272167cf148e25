package holder

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"time"
)

// Reasons why a holder could not do the work.
var (
	// ErrNone means that no process listens.
	ErrNone = errors.New("no Deskhand listens")
	// ErrSilent means that a process listens but does not answer.
	ErrSilent = errors.New("the Deskhand that runs does not answer")
	// ErrEnded means that the holder ended before the command did.
	ErrEnded = errors.New("the Deskhand that did the work has ended")
)

// OtherVersion means that another version of the program holds the database.
type OtherVersion struct{ Version string }

func (o *OtherVersion) Error() string { return "version " + o.Version + " of Deskhand runs" }

// Terminal is where the caller's command reads and prints.
type Terminal struct {
	In        io.Reader
	Out, Errs io.Writer
}

// Call has the holder of a data folder run a command, and returns its exit code.
// When ctx ends the command is cancelled; Call returns when it has ended. With
// ErrNone, ErrSilent and *OtherVersion nothing was run.
func Call(ctx context.Context, data, version string, r Request, t Terminal) (code int, err error) {
	l, err := reach(data, version)
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.conn.Close() }()
	if err := l.send(message{Run: &r}); err != nil {
		return 0, ErrEnded
	}
	stop := context.AfterFunc(ctx, func() {
		_ = l.send(message{Cancel: true}) // a holder that has ended is noticed below
	})
	defer stop()
	return follow(l, t)
}

// reach connects to the holder and verifies that it is one.
func reach(data, version string) (*line, error) {
	until := time.Now().Add(AnswerLimit)
	at, err := address(data)
	if err != nil {
		return nil, ErrNone
	}
	defer at.close()
	conn, err := net.DialTimeout("unix", at.path, AnswerLimit)
	var slow net.Error
	switch {
	case errors.As(err, &slow) && slow.Timeout(), errors.Is(err, errBusy):
		return nil, ErrSilent
	case err != nil:
		return nil, ErrNone
	}
	l := newLine(conn)
	theirs, err := l.meet(version, until)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if theirs.Protocol != protocol || theirs.Version != version {
		return nil, errors.Join(&OtherVersion{theirs.Version}, conn.Close())
	}
	return l, nil
}

// meet exchanges greetings with a holder of the same user.
func (l *line) meet(version string, until time.Time) (hello, error) {
	if err := samePerson(l.conn); err != nil {
		return hello{}, err
	}
	theirs, err := l.greet(version, until)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return hello{}, ErrSilent
	case err != nil: // it ended just now
		return hello{}, ErrNone
	}
	return theirs, nil
}

// follow is the terminal of a command until it ends.
func follow(l *line, t Terminal) (code int, err error) {
	for {
		m, err := l.next()
		switch {
		case err != nil:
			return 0, ErrEnded
		case m.Exit != nil:
			return *m.Exit, nil
		case m.Read > 0:
			// A read from the terminal cannot be cancelled: the command may end
			// meanwhile.
			go l.typed(t.In, min(m.Read, longestPart))
		case m.Out != nil:
			_, _ = t.Out.Write(m.Out) // the command goes on; the stream's owner notices
		case m.Errs != nil:
			_, _ = t.Errs.Write(m.Errs)
		}
	}
}

// typed reads standard input once and sends the result.
func (l *line) typed(in io.Reader, n int) {
	text := make([]byte, n)
	n, err := in.Read(text)
	_ = l.send(message{Typed: &typed{Text: text[:n], End: err != nil}}) // a holder that has ended is noticed elsewhere
}
