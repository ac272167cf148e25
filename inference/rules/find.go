package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// find finds files by name, with the search tool, else in a listing; or by their kind.
func (t *turn) find() chat.Reply {
	term := t.sought()
	spec, offered := t.offered(toolFind)
	only := t.req.Files.Only
	if len(t.folders()) == 0 || len(t.answers(toolSearch)) > 0 { // nothing is open: search the library
		if reply, ok := t.searched(); ok {
			return reply
		}
	}
	switch {
	case term == "" && offered && len(only) == 1 && only[0] == (intent.Pick{Ending: only[0].Ending}):
		return t.findBy(spec, "*."+only[0].Ending)
	case term == "" && len(only) > 0:
		return t.picked()
	case term == "":
		return t.say("which_term")
	case offered:
		return t.findBy(spec, term)
	}
	answered := t.answers(toolList)
	if len(answered) == 0 {
		places := t.folders()
		if len(places) == 0 {
			return t.say("which_folder_find")
		}
		var calls []any
		for _, path := range places {
			calls = append(calls, files.ListRequest{Path: path, Recursive: true})
		}
		return t.call(toolList, calls...)
	}
	if r, bad := firstTrouble(answered); bad {
		return say(t.in.trouble(r))
	}
	text, found := t.in.hits(term, answered)
	if !found && len(only) > 0 { // no name matches, but a text may
		return t.picked()
	}
	return say(text)
}

// findBy uses the search tool, whatever its argument for the term is called.
func (t *turn) findBy(spec chat.ToolSpec, term string) chat.Reply {
	if answered := t.answers(toolFind); len(answered) > 0 {
		if r, bad := firstTrouble(answered); bad {
			return say(t.in.trouble(r))
		}
		if l, ok := dataOf[files.Listing](answered[0]); ok && l.Files+l.Folders == 0 {
			if len(t.req.Files.Only) > 0 {
				return t.picked()
			}
			if reply, ok := t.searched(); ok { // no name matches, but a text may
				return reply
			}
		}
		return say(t.in.foundWords(term, answered))
	}
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(spec.Parameters, &schema) // anything but an object has no such argument
	args := map[string]any{}
	for _, name := range []string{"query", "name", "pattern"} {
		if _, ok := schema.Properties[name]; ok {
			args[name] = term
			break
		}
	}
	if places := t.folders(); len(places) > 0 {
		args["path"] = places[0]
	}
	return t.call(toolFind, args)
}

// folders returns the places to search in: a named file is what is sought.
func (t *turn) folders() []string {
	at := *t
	at.paths = slices.DeleteFunc(slices.Clone(t.paths), intent.IsFileName)
	return at.places()
}

// sought returns what the request looks for.
func (t *turn) sought() string { return strings.Join(t.req.Terms, " ") }

// foundWords describe the results of the search tool.
func (s *speech) foundWords(term string, results []result) string {
	l, ok := dataOf[files.Listing](results[0])
	if !ok {
		return s.text("found_too_long", "term", term)
	}
	if l.Files+l.Folders == 0 {
		return s.text("found_none", "term", term)
	}
	return s.text("found", "term", term) + " " + s.listing(l)
}

// hits returns the entries of listings whose names have every word of the term.
func (s *speech) hits(term string, listings []result) (text string, any bool) {
	words := strings.Fields(strings.ToLower(term))
	var found []string
	missing := false
	for _, r := range listings {
		l, ok := dataOf[files.Listing](r)
		missing = missing || l.Truncated || !ok
		for _, e := range l.Entries {
			low := strings.ToLower(nameIn(l, e))
			if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(low, w) }) {
				found = append(found, s.entryWords(l, e))
			}
		}
	}
	text = s.text("no_name_found", "term", term) + "\n"
	if len(found) > 0 {
		text = s.count("names_found", len(found), "term", term) + "\n\n" + s.bullets(found, len(found), shown)
	}
	if missing {
		text += "\n" + s.text("listing_cut")
	}
	return text, len(found) > 0
}
