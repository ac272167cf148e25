package openai

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/transport"
)

// statusError returns the error that the server reports.
func statusError(resp *http.Response) error {
	raw, closed := transport.Message(resp)
	return errors.Join(told(resp.StatusCode, messageOf(raw), transport.RetryAfter(resp)), closed)
}

// messageOf returns the message in any of the servers' error formats.
func messageOf(raw []byte) string {
	var said struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  string          `json:"detail"`
	}
	if json.Unmarshal(raw, &said) != nil {
		return strings.TrimSpace(string(raw))
	}
	var inner struct {
		Message string `json:"message"`
	}
	var text string
	switch {
	case json.Unmarshal(said.Error, &inner) == nil && inner.Message != "":
		return inner.Message
	case json.Unmarshal(said.Error, &text) == nil && text != "":
		return text
	case said.Message != "":
		return said.Message
	case said.Detail != "":
		return said.Detail
	}
	return strings.TrimSpace(string(raw))
}

// meanings are texts that are more specific than the status.
var meanings = []struct {
	marks []string
	class chat.FaultClass
	code  chat.FaultCode
}{
	{
		[]string{"context length", "context_length", "context size", "maximum context", "available context", "too many tokens", "prompt is too long", "n_ctx"},
		chat.FaultTooLong, chat.FaultOverflow,
	},
	{
		[]string{"does not support tools", "tool-call-parser", "tool choice requires", "tools are not supported", "tools param requires"},
		chat.FaultRequest, chat.FaultNoTools,
	},
	{[]string{"does not support thinking", "reasoning_effort", "enable_thinking"}, chat.FaultRequest, chat.FaultNoThinking},
}

// told converts a server's error to a fault. status is 200 for an error in the middle of
// a stream.
func told(status int, message string, retryAfter time.Duration) *chat.Fault {
	message = cmp.Or(message, http.StatusText(status))
	f := &chat.Fault{Class: classOf(status), Code: chat.FaultStatus, Message: fmt.Sprintf("HTTP %d: %s", status, message), RetryAfter: retryAfter}
	if status == http.StatusNotFound {
		f.Class, f.Code = chat.FaultPerson, chat.FaultNotInstalled
	}
	small := strings.ToLower(message)
	for _, m := range meanings {
		for _, mark := range m.marks {
			if status < http.StatusInternalServerError && strings.Contains(small, mark) {
				f.Class, f.Code = m.class, m.code
				return f
			}
		}
	}
	return f
}

// classOf returns the class of a status code.
func classOf(status int) chat.FaultClass {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return chat.FaultPerson
	case status == http.StatusOK, status == http.StatusTooManyRequests, status >= http.StatusInternalServerError:
		return chat.FaultRetry
	}
	return chat.FaultRequest
}
