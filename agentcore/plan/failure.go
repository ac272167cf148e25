package plan

import "github.com/deskhand/deskhand/agentcore/chat"

// Failure is a file that was not done, and why.
type Failure struct {
	Path string    `json:"path"` // absolute; where the file was
	Kind chat.Code `json:"kind"`
	// Message says it in words.
	Message string `json:"message"`
}
