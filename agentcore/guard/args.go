package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// The arguments of our changing tools that only our own code may set.
const (
	argDryRun   = "dry_run"
	argPlanHash = "plan_hash"
)

// hostArgs are all of them: the guard's two, and what an orchestration says
// about the batch that a page belongs to.
var hostArgs = [...]string{argDryRun, argPlanHash, "batch", "total", "stay"}

var errNotAnObject = errors.New("the arguments are not a JSON object")

// arguments are those of one call, by name.
type arguments map[string]json.RawMessage

func parseArguments(raw json.RawMessage) (arguments, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return arguments{}, nil
	}
	var a arguments
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, fmt.Errorf("%w: %w", errNotAnObject, err)
	}
	if a == nil { // null
		a = arguments{}
	}
	return a, nil
}

// strip takes out what a model may not set. An argument that the tool declares
// to models stays, the guard's own two excepted.
//
// Names are compared under case folding, because that is how Go servers read
// them: "PLAN_HASH" would arrive as plan_hash.
func (a arguments) strip(spec chat.ToolSpec) {
	declared := declaredNames(spec)
	for name := range a {
		if host, ok := hostArg(name); ok && (isGuards(host) || !declared[name]) {
			delete(a, name)
		}
	}
}

// normalize takes out duplicates of host arguments that differ in case, so that the
// tool reads what the guard read.
func (a arguments) normalize() {
	for name := range a {
		if host, ok := hostArg(name); ok && name != host {
			delete(a, name)
		}
	}
}

func hostArg(name string) (host string, ok bool) {
	for _, h := range hostArgs {
		if strings.EqualFold(name, h) {
			return h, true
		}
	}
	return "", false
}

func isGuards(host string) bool { return host == argDryRun || host == argPlanHash }

// declaredNames returns the arguments that models are told of.
func declaredNames(spec chat.ToolSpec) map[string]bool {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	names := map[string]bool{}
	if json.Unmarshal(spec.Parameters, &schema) == nil {
		for name := range schema.Properties {
			names[name] = true
		}
	}
	return names
}

// dryRun reports whether the call asks for a preview only.
func (a arguments) dryRun() bool {
	return string(bytes.TrimSpace(a[argDryRun])) == "true"
}

// planHash is the hash that the call carries, "" for none.
func (a arguments) planHash() string {
	var hash string
	if json.Unmarshal(a[argPlanHash], &hash) != nil {
		return ""
	}
	return hash
}

// with encodes the arguments with one of the guard's own set and the other
// left out. Names come out sorted, so that equal arguments are equal bytes.
func (a arguments) with(name string, value any) json.RawMessage {
	out := make(map[string]any, len(a)+1)
	for k, v := range a {
		if k != argDryRun && k != argPlanHash {
			out[k] = v
		}
	}
	if name != "" {
		out[name] = value
	}
	raw, _ := json.Marshal(out) // raw messages that were parsed encode again
	return raw
}

// encode returns the arguments as they are.
func (a arguments) encode() json.RawMessage {
	raw, _ := json.Marshal(a) // raw messages that were parsed encode again
	return raw
}
