package holder

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const version = "1.2"

// folder is a data folder with a short path.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "h")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func listening(t *testing.T, data string, run func(context.Context, Command) int) *Holder {
	t.Helper()
	h, err := Listen(data, version, run)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		h.Close(ended)
	})
	return h
}

// echo is a command that prints its arguments and the lines that it is given.
func echo(_ context.Context, c Command) int {
	for _, a := range c.Args {
		_, _ = fmt.Fprintf(c.Out, "%s\n", a)
	}
	lines := bufio.NewScanner(c.In)
	for lines.Scan() {
		_, _ = fmt.Fprintf(c.Errs, "heard %s\n", lines.Text())
	}
	return 7
}

func TestACommandIsDoneByTheHolderAtTheTerminalOfTheCaller(t *testing.T) {
	data := folder(t)
	listening(t, data, echo)
	long := strings.Repeat("long", 1<<18)
	var out, errs bytes.Buffer
	code, err := Call(t.Context(), data, version, Request{Args: [][]byte{[]byte("not UTF-8: \xff"), []byte(long)}},
		Terminal{In: strings.NewReader("one\ntwo\n"), Out: &out, Errs: &errs})
	if err != nil || code != 7 || out.String() != "not UTF-8: \xff\n"+long+"\n" || errs.String() != "heard one\nheard two\n" {
		t.Errorf("exit %d, %v: printed %d bytes and %q", code, err, out.Len(), errs.String())
	}
}

func TestNothingIsReadFromTheCallerThatTheCommandDoesNotAskFor(t *testing.T) {
	data := folder(t)
	listening(t, data, func(_ context.Context, c Command) int {
		one := make([]byte, 1)
		_, _ = io.ReadFull(c.In, one)
		_, _ = c.Out.Write(one)
		return 0
	})
	in := strings.NewReader("yes")
	var out bytes.Buffer
	if _, err := Call(t.Context(), data, version, Request{}, Terminal{In: in, Out: &out}); err != nil || out.String() != "y" || in.Len() != 2 {
		t.Errorf("%v: read %q, left %d", err, out.String(), in.Len())
	}
}

func TestACancelledCallEndsItsCommand(t *testing.T) {
	data := folder(t)
	ctx, cancel := context.WithCancel(t.Context())
	listening(t, data, func(ctx context.Context, _ Command) int {
		cancel()
		<-ctx.Done()
		return 130
	})
	if code, err := Call(ctx, data, version, Request{}, Terminal{}); code != 130 || err != nil {
		t.Errorf("exit %d, %v", code, err)
	}
}

func TestACallerThatGoesEndsItsCommand(t *testing.T) {
	data := folder(t)
	began, ended := make(chan struct{}), make(chan struct{})
	listening(t, data, func(ctx context.Context, _ Command) int {
		close(began)
		<-ctx.Done()
		close(ended)
		return 0
	})
	l, err := reach(data, version)
	if err == nil {
		err = l.send(message{Run: &Request{}})
	}
	if err != nil {
		t.Fatal(err)
	}
	<-began
	_ = l.conn.Close()
	<-ended
}

func TestCloseWaitsForTheCommandsThatRunAndTakesTheSocketAway(t *testing.T) {
	data := folder(t)
	began, let := make(chan struct{}), make(chan struct{})
	h := listening(t, data, func(context.Context, Command) int {
		close(began)
		<-let
		return 5
	})
	codes := make(chan int)
	go func() {
		code, _ := Call(t.Context(), data, version, Request{}, Terminal{}) // its code tells
		codes <- code
	}()
	<-began
	closed := make(chan struct{})
	go func() { h.Close(t.Context()); close(closed) }()
	if !h.Busy() {
		t.Error("it is not busy")
	}
	close(let)
	if code := <-codes; code != 5 {
		t.Errorf("exit %d", code)
	}
	<-closed
	if _, err := Call(t.Context(), data, version, Request{}, Terminal{}); !errors.Is(err, ErrNone) {
		t.Errorf("after the end: %v", err)
	}
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestADeadSocketIsReplacedAndAnythingElseIsNot(t *testing.T) {
	data := folder(t)
	path := filepath.Join(data, socketName)
	dead, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	dead.(*net.UnixListener).SetUnlinkOnClose(false)
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Call(t.Context(), data, version, Request{}, Terminal{}); !errors.Is(err, ErrNone) {
		t.Errorf("a dead socket: %v", err)
	}
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	h := listening(t, data, echo)
	for at, mode := range map[string]os.FileMode{path: 0o600, data: 0o700} {
		if fi, err := os.Stat(at); err != nil || fi.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", at, fi.Mode(), err)
		}
	}
	h.Close(t.Context())
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(data, version, echo); err == nil {
		t.Error("a folder was taken for a dead socket")
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestAnotherVersionIsNamedAndDoesNothing(t *testing.T) {
	data := folder(t)
	listening(t, data, func(context.Context, Command) int { t.Error("it ran"); return 0 })
	_, err := Call(t.Context(), data, "2.0", Request{}, Terminal{})
	var other *OtherVersion
	if !errors.As(err, &other) || other.Version != version {
		t.Errorf("%v", err)
	}
}

func TestAHolderThatDoesNotAnswerIsSilent(t *testing.T) {
	data := folder(t)
	l, err := net.Listen("unix", filepath.Join(data, socketName))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	began := time.Now()
	if _, err := Call(t.Context(), data, version, Request{}, Terminal{}); !errors.Is(err, ErrSilent) {
		t.Errorf("%v", err)
	}
	if took := time.Since(began); took < AnswerLimit {
		t.Errorf("given up after %s", took)
	}
}

// TestAHolderThatEndsIsNoticed ends a holder at each point of a call.
func TestAHolderThatEndsIsNoticed(t *testing.T) {
	greeting, err := json.Marshal(message{Hello: &hello{protocol, version}})
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		says string
		want error
	}{
		"before it greets":       {"", ErrNone},
		"with nonsense":          {"nonsense\n", ErrNone},
		"after it greeted":       {string(greeting) + "\n", ErrEnded},
		"in the midst of a line": {string(greeting) + "\n" + `{"out":"AAA`, ErrEnded},
	} {
		t.Run(name, func(t *testing.T) {
			data := folder(t)
			l, err := net.Listen("unix", filepath.Join(data, socketName))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = l.Close() }()
			go func() {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = bufio.NewReader(conn).ReadString('\n') // the caller's greeting
				_, _ = io.WriteString(conn, row.says)
				_ = conn.Close()
			}()
			if _, err := Call(t.Context(), data, version, Request{}, Terminal{Out: io.Discard}); !errors.Is(err, row.want) {
				t.Errorf("%v, want %v", err, row.want)
			}
		})
	}
}

func TestALineWithoutEndEndsTheConnection(t *testing.T) {
	data := folder(t)
	listening(t, data, func(context.Context, Command) int { t.Error("it ran"); return 0 })
	l, err := reach(data, version)
	if err != nil {
		t.Fatal(err)
	}
	part := bytes.Repeat([]byte("x"), 1<<20)
	for range 2 * longestLine / len(part) {
		if _, err = l.conn.Write(part); err != nil {
			return
		}
	}
	if _, err := l.next(); err == nil {
		t.Error("it is listened to for ever")
	}
}

func TestADataFolderWithALongPathHasItsSocketToo(t *testing.T) {
	data := filepath.Join(folder(t), strings.Repeat("long", 40))
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	h := listening(t, data, echo)
	if code, err := Call(t.Context(), data, version, Request{}, Terminal{In: strings.NewReader("")}); code != 7 || err != nil {
		t.Errorf("exit %d, %v", code, err)
	}
	h.Close(t.Context())
	if _, err := Call(t.Context(), data, version, Request{}, Terminal{}); !errors.Is(err, ErrNone) {
		t.Errorf("after the end: %v", err)
	}
}
