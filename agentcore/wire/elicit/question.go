package elicit

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"

	"github.com/deskhand/deskhand/agentcore/excerpt"
)

// Question is what a server asks for.
type Question struct {
	// Server asks, while Tool is called by CallID in Conversation.
	Server, Tool, CallID, Conversation string
	// Message says why it asks: its own words.
	Message string
	// URL is the page to be visited; empty: Fields are to be filled in. What was
	// typed goes to the server, what is done on the page does not come by here.
	URL    string
	Fields []Field
}

// Answer is what the person said. The zero value says nothing: it is Cancel.
type Answer struct {
	Action Action
	// Values are those of the fields, by name, for Accept.
	Values map[string]any
}

// Action is how a question was answered.
type Action string

// The actions of the protocol.
const (
	Accept  Action = "accept"
	Decline Action = "decline"
	Cancel  Action = "cancel"
)

// Of returns what of an answer may be sent: one that does not fit the question is
// a Cancel.
func (q Question) Of(a Answer) Answer {
	switch {
	case a.Action == Decline:
		return Answer{Action: Decline}
	case a.Action != Accept:
		return Answer{Action: Cancel}
	case q.URL != "":
		return Answer{Action: Accept}
	}
	for _, f := range q.Fields {
		if _, ok := a.Values[f.Name]; !ok && f.Required {
			return Answer{Action: Cancel}
		}
	}
	return a
}

// Host is where the page is; empty for a form.
func (q Question) Host() string {
	u, err := url.Parse(q.URL)
	if err != nil {
		return ""
	}
	return u.Host
}

// What a server asks for that cannot be put to a person.
var (
	// ErrForm: it is no flat form of the protocol, or one that is too large.
	ErrForm = errors.New("the form is none that can be filled in")
	// ErrURL: the page is none of the web, or its address hides where it leads.
	ErrURL = errors.New("the address is none that can be opened")
)

// How much of a question is taken.
const (
	maxMessage = 4000 // characters
	maxAddress = 2000 // bytes
)

// Form returns the question of a form.
func Form(message string, schema any) (Question, error) {
	fields, err := fieldsOf(schema)
	return Question{Message: shortened(message, maxMessage), Fields: fields}, err
}

// Page returns the question of a page. Its address is one of https, or of http on
// this computer, has no name and password in it, and nothing but ASCII: letters of
// other alphabets can look like these.
func Page(message, address string) (Question, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil, len(address) > maxAddress, !printable(address), u.Hostname() == "", u.User != nil:
		return Question{}, ErrURL
	case u.Scheme != "https" && (u.Scheme != "http" || !here(u.Hostname())):
		return Question{}, ErrURL
	}
	return Question{Message: shortened(message, maxMessage), URL: u.String()}, nil
}

func here(host string) bool {
	at, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && at.IsLoopback()
}

func printable(address string) bool {
	return !strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' })
}

// shortened returns the beginning of a text of others, as valid UTF-8.
func shortened(text string, most int) string {
	return excerpt.Within(strings.ToValidUTF8(text, "\uFFFD"), most, "…")
}
