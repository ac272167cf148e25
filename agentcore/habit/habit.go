package habit

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/template"
)

// About is the subject of a habit.
type About string

// What habits are about.
const (
	Issuer About = "issuer" // the spelling of its sender
	Kind   About = "kind"   // the name of one kind of its documents
	Name   About = "name"   // the template of its files
	Folder About = "folder" // the template of their folder
)

// Habit is one correction for one sender.
type Habit struct {
	// ID is derived from what the habit is about.
	ID string `json:"id"`
	// Batch is the one whose approval taught it, and When.
	Batch string    `json:"batch"`
	When  time.Time `json:"when"`
	// Sender is who sent the documents.
	Sender Sender `json:"sender"`
	About  About  `json:"about"`
	// Was is the kind as in the documents; empty for other habits.
	Was string `json:"was,omitempty"`
	// Is is what the user wants: a spelling, a kind or a template.
	Is string `json:"is"`
}

// Most is the most bytes of a text in a habit.
const Most = template.Most

// Reasons why a habit is invalid.
var (
	// ErrText means that a text is empty, too long or has invalid characters.
	ErrText = errors.New("it has to be a short text of one line")
	// ErrAbout means that there are no habits of that kind.
	ErrAbout = errors.New("there is no habit about this")
)

// Check returns why a habit is invalid: a *template.Error, or one of those above.
func (h Habit) Check() error {
	for _, text := range append([]string{h.Is, cmp.Or(h.Was, h.Is), cmp.Or(h.Sender.Name, h.Is)}, h.Sender.Marks...) {
		if !isText(text) {
			return fmt.Errorf("%w: %.40q", ErrText, text)
		}
	}
	switch h.About {
	case Issuer, Kind:
		return nil
	case Name:
		folders, _ := template.Cut(h.Is)
		if folders != "" {
			return &template.Error{Problem: template.NoFolderName, At: len([]rune(folders)), Text: "/"}
		}
		_, err := template.Parse(h.Is)
		return err
	case Folder:
		_, err := template.Parse(template.Join(h.Is, "{name}"))
		return err
	}
	return fmt.Errorf("%w: %.40q", ErrAbout, h.About)
}

func isText(s string) bool {
	odd := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	return strings.TrimSpace(s) != "" && len(s) <= Most && utf8.ValidString(s) && !strings.ContainsFunc(s, odd)
}

// slot is equal for habits of which the newest counts.
func (h Habit) slot() string {
	return strings.Join([]string{h.Sender.slot(), string(h.About), Key(h.Was)}, "\x00")
}

// identified returns a habit with its ID.
func (h Habit) identified() Habit {
	sum := sha256.Sum256([]byte(h.slot() + "\x00" + h.Batch))
	h.ID = strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
	return h
}

// Learned returns the habits that the approval of a batch teaches. What was corrected in
// several ways at once teaches nothing.
func Learned(batch string, when time.Time, corrections []Habit) []Habit {
	var learned []Habit
	at := map[string]int{}
	torn := map[string]bool{}
	for _, h := range corrections {
		h.Batch, h.When = batch, when
		if h = h.identified(); h.Check() != nil || h.Sender.slot() == "" {
			continue
		}
		i, known := at[h.ID]
		switch {
		case !known:
			at[h.ID] = len(learned)
			learned = append(learned, h)
		case learned[i].Is != h.Is:
			torn[h.ID] = true
		default:
			learned[i].Sender.Marks = both(learned[i].Sender.Marks, h.Sender.Marks)
		}
	}
	return slices.DeleteFunc(learned, func(h Habit) bool { return torn[h.ID] })
}

// both returns the marks that two documents of one sender share.
func both(a, b []string) []string {
	return lists.Filter(a, func(m string) bool { return slices.Contains(b, m) })
}

// InForce returns the habits of a list that count, newest first.
func InForce(list []Habit) []Habit {
	seen := map[string]bool{}
	var all []Habit
	for _, h := range newestFirst(list) {
		if !seen[h.slot()] {
			seen[h.slot()] = true
			all = append(all, h)
		}
	}
	return all
}

func newestFirst(list []Habit) []Habit {
	sorted := slices.Clone(list)
	slices.Reverse(sorted) // of two at the same time, the later in the list
	slices.SortStableFunc(sorted, func(a, b Habit) int { return b.When.Compare(a.When) })
	return sorted
}

// Without returns a list without a habit and those that it replaced.
func Without(list []Habit, id string) []Habit {
	i := slices.IndexFunc(list, func(h Habit) bool { return h.ID == id })
	if i < 0 {
		return list
	}
	slot := list[i].slot()
	return slices.DeleteFunc(slices.Clone(list), func(h Habit) bool { return h.slot() == slot })
}
