package ollama

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// What can go wrong besides what a server says in a StatusError.
var (
	// ErrHost means that OLLAMA_HOST is no address.
	ErrHost = errors.New("not an address of an Ollama server")
	// ErrUnreachable means that no server takes the connection: a fault of all
	// its models.
	ErrUnreachable = errors.New("no Ollama server answers")
	// ErrCut means that a stream ended before the answer did.
	ErrCut = errors.New("the connection was cut in mid-answer")
	// ErrRepeats means that the server ended a stream because the model wrote
	// the same piece over and over. Asking again ends the same.
	ErrRepeats = errors.New("the model repeats itself")
	// ErrSilent means that the server took longer than a limit allows.
	ErrSilent = errors.New("the server went silent")
	// ErrGarbled means that a line of a stream is not what the protocol says.
	ErrGarbled = errors.New("the server sent something unreadable")
	// ErrCloud means that a model runs on another computer, which nobody allowed.
	ErrCloud = errors.New("the model runs on another computer")
	// ErrOutdated means that the model wants a newer server.
	ErrOutdated = errors.New("the model needs a newer version of Ollama")
	// ErrNoDownload means that there is no model of that name to download.
	ErrNoDownload = errors.New("there is no such model to download")
)

// StatusError is what a server says went wrong.
type StatusError struct {
	// Code is the HTTP status; 200 for an error in the middle of a stream.
	Code    int
	Message string
	// RetryAfter is how long the server asks to be left alone; 0: it does not.
	RetryAfter time.Duration
}

func (e *StatusError) Error() string {
	if e.Code == http.StatusOK {
		return e.Message
	}
	return fmt.Sprintf("HTTP %d: %s", e.Code, e.Message)
}

// Is tells that a prompt over the window is chat.ErrTooLong, that a model which the
// server does not have is chat.ErrNotInstalled, and that one which it is not to run
// elsewhere is ErrCloud.
func (e *StatusError) Is(target error) bool {
	return target == chat.ErrTooLong && TooLong(e) || target == chat.ErrNotInstalled && NotFound(e) ||
		target == ErrCloud && e.Code == http.StatusForbidden && strings.Contains(e.Message, "cloud is disabled")
}

// NotFound tells whether the server does not have the model.
func NotFound(err error) bool { return says(err, http.StatusNotFound, "not found") }

// TooLong tells whether a prompt is larger than the context window.
func TooLong(err error) bool {
	return says(err, http.StatusBadRequest, "exceeds the context length", "exceeds the available context")
}

// NoTools tells whether a model takes no tool definitions, whatever it claims.
func NoTools(err error) bool { return says(err, http.StatusBadRequest, "does not support tools") }

// NoThinking tells whether a model cannot think, whatever it claims.
func NoThinking(err error) bool { return says(err, http.StatusBadRequest, "does not support thinking") }

// ParserFailed tells whether the server could not read the tool call that the
// model wrote. Until it is unloaded the model may hang afterwards.
func ParserFailed(err error) bool {
	marks := []string{"failed to parse JSON", "XML syntax error", "error parsing tool call", "invalid character", "unexpected end of JSON input"}
	return says(err, http.StatusInternalServerError, marks...) || says(err, http.StatusOK, marks...)
}

// RawCall gives the tool call that a parser error quotes, as the model wrote it.
func RawCall(err error) (string, bool) {
	var status *StatusError
	if !errors.As(err, &status) {
		return "", false
	}
	_, quoted, found := strings.Cut(status.Message, "raw='")
	if !found {
		return "", false
	}
	end := strings.LastIndex(quoted, "', err=")
	if end < 0 {
		return "", false
	}
	return quoted[:end], true
}

// says tells whether err is a status with one of the marks in its words.
func says(err error, code int, marks ...string) bool {
	var status *StatusError
	if !errors.As(err, &status) || status.Code != code {
		return false
	}
	for _, m := range marks {
		if strings.Contains(status.Message, m) {
			return true
		}
	}
	return false
}
