package ollama

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/transport"
)

// ErrHost means that OLLAMA_HOST is not an address.
var ErrHost = errors.New("not an address of an Ollama server")

// What can go wrong besides a StatusError.
var (
	ErrUnreachable = transport.ErrUnreachable
	ErrCut         = transport.ErrCut
	ErrSilent      = transport.ErrSilent
	ErrGarbled     = transport.ErrGarbled

	// ErrRepeats means that the server ended a stream because the model repeated a piece
	// over and over. A retry would end the same.
	ErrRepeats = &chat.Fault{Class: chat.FaultOtherModel, Code: chat.FaultRepeats, Message: "the model repeats itself"}
	// ErrCloud means that a model runs on another computer, which is not allowed.
	ErrCloud = &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultCloud, Message: "the model runs on another computer"}
	// ErrRemote means that the server is on another computer, which is not allowed.
	// Nothing was sent.
	ErrRemote = &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultRemote, Message: "the Ollama server is another computer, which is not allowed"}
	// ErrOutdated means that the model needs a newer server.
	ErrOutdated = &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultOutdated, Message: "the model needs a newer version of Ollama"}
	// ErrNoDownload means that there is no model of that name to download.
	ErrNoDownload = &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultNoDownload, Message: "there is no such model to download"}
)

// StatusError is an error that a server reports, the cause of a fault.
type StatusError struct {
	// Code is the HTTP status; 200 for an error in the middle of a stream.
	Code    int
	Message string
}

func (e *StatusError) Error() string {
	if e.Code == http.StatusOK {
		return e.Message
	}
	return fmt.Sprintf("HTTP %d: %s", e.Code, e.Message)
}

// told converts a server's error to a fault.
func told(code int, message string, retryAfter time.Duration) *chat.Fault {
	err := &StatusError{Code: code, Message: message}
	f := &chat.Fault{Code: chat.FaultStatus, Message: err.Error(), RetryAfter: retryAfter, Err: err}
	for _, m := range meanings {
		if m.status == code && says(message, m.marks...) {
			f.Class, f.Code = m.class, m.code
			f.Call = quotedCall(message)
			return f
		}
	}
	f.Class = classOf(code)
	return f
}

// unread are the messages of a server that could not parse the model's tool call. The
// model may then hang until it is unloaded.
var unread = []string{"failed to parse JSON", "XML syntax error", "error parsing tool call", "invalid character", "unexpected end of JSON input"}

// tooLarge are the messages of a server without enough memory for a model.
var tooLarge = []string{"out of memory", "requires more system memory", "cudaMalloc failed"}

// meanings are texts that are more specific than the status.
var meanings = []struct {
	status int
	marks  []string
	class  chat.FaultClass
	code   chat.FaultCode
}{
	{http.StatusNotFound, []string{"not found"}, chat.FaultPerson, chat.FaultNotInstalled},
	{http.StatusForbidden, []string{"cloud is disabled"}, chat.FaultPerson, chat.FaultCloud},
	{http.StatusBadRequest, []string{"exceeds the context length", "exceeds the available context"}, chat.FaultTooLong, chat.FaultOverflow},
	{http.StatusBadRequest, []string{"does not support tools"}, chat.FaultRequest, chat.FaultNoTools},
	{http.StatusBadRequest, []string{"does not support thinking"}, chat.FaultRequest, chat.FaultNoThinking},
	{http.StatusInternalServerError, tooLarge, chat.FaultOtherModel, chat.FaultMemory},
	{http.StatusOK, tooLarge, chat.FaultOtherModel, chat.FaultMemory},
	{http.StatusInternalServerError, unread, chat.FaultRetry, chat.FaultUnreadableCall},
	{http.StatusOK, unread, chat.FaultRetry, chat.FaultUnreadableCall},
}

// classOf returns the class of a status code.
func classOf(code int) chat.FaultClass {
	switch code {
	case http.StatusOK, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return chat.FaultRetry
	}
	if code >= 400 && code < 500 {
		return chat.FaultRequest
	}
	return chat.FaultOtherModel
}

// quotedCall returns the tool call that a parser error quotes, as the model wrote it;
// empty if none.
func quotedCall(message string) string {
	_, quoted, _ := strings.Cut(message, "raw='")
	return quoted[:max(0, strings.LastIndex(quoted, "', err="))]
}

// says reports whether a message contains one of the marks.
func says(message string, marks ...string) bool {
	return slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(message, m) })
}
