package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Arguments of our changing tools that only our own code may set.
const (
	argDryRun   = "dry_run"
	argPlanHash = "plan_hash"
)

// hostArgs are all such arguments: the guard's two, and those with which an orchestration
// describes a page's batch.
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

// strip removes what a model may not set. Arguments that the tool declares to models
// stay, except the guard's two.
//
// Names are compared ignoring case, because Go servers decode them so: "PLAN_HASH" would
// arrive as plan_hash.
func (a arguments) strip(spec chat.ToolSpec) {
	declared := declaredNames(spec)
	for name := range a {
		if host, ok := hostArg(name); ok && (isGuards(host) || !declared[name]) {
			delete(a, name)
		}
	}
}

// normalize removes duplicates of host arguments that differ in case, so that the tool
// reads what the guard read.
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

// dryRun reports whether the call asks only for a preview.
func (a arguments) dryRun() bool {
	return string(bytes.TrimSpace(a[argDryRun])) == "true"
}

// planHash returns the hash in the call, or "".
func (a arguments) planHash() string {
	var hash string
	if json.Unmarshal(a[argPlanHash], &hash) != nil {
		return ""
	}
	return hash
}

// with encodes the arguments with one of the guard's two set and the other removed. Names
// are sorted, so that equal arguments are equal bytes.
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
	raw, _ := json.Marshal(out) // cannot fail: raw messages that were parsed
	return raw
}

// encode returns the arguments unchanged.
func (a arguments) encode() json.RawMessage {
	raw, _ := json.Marshal(a) // cannot fail: raw messages that were parsed
	return raw
}
