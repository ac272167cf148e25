package meta

import (
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
)

// RootsKey is where a host names, in the _meta of a call, the folders and files
// that the call may touch: a list of absolute paths.
const RootsKey = "deskhand/roots"

// FailureKey is where a server says, in the _meta of a failed result, how the
// call failed: a chat.Failure. The words for a reader are the content of the result.
// There is no structuredContent then, because that must fit the tool's
// outputSchema.
const FailureKey = "deskhand/failure"

// Text returns a failure for a reader who sees nothing else of it.
func Text(f chat.Failure) string {
	text := f.Message
	if f.Path != "" {
		text += "\nPath: " + filename.Shown(f.Path)
	}
	if next := f.Next(); next != "" {
		text += "\n" + next
	}
	return text
}

// FailureIn reads the failure out of the fields of a _meta. ok reports whether
// there is one; what is in another form is none.
func FailureIn(fields map[string]any) (f chat.Failure, ok bool) {
	told, there := fields[FailureKey].(map[string]any)
	if !there {
		return chat.Failure{}, false
	}
	raw, err := json.Marshal(told)
	if err != nil || json.Unmarshal(raw, &f) != nil {
		return chat.Failure{}, false
	}
	return f, true
}

// RootsIn reads the roots of a call out of the fields of its _meta. given
// reports whether it names any; it is an error where these are no list of paths.
func RootsIn(fields map[string]any) (roots []string, given bool, err error) {
	told := fields[RootsKey]
	if told == nil {
		return nil, false, nil
	}
	raw, err := json.Marshal(told)
	if err != nil {
		return nil, true, err
	}
	return roots, true, json.Unmarshal(raw, &roots)
}

// Unbounded reports whether a host says, by null, that it sets a call no bound
// besides the server's own. One that says nothing of roots does not.
func Unbounded(fields map[string]any) bool {
	told, there := fields[RootsKey]
	return there && told == nil
}
