package app

import (
	"github.com/deskhand/deskhand/agentcore/habit"
	"github.com/deskhand/deskhand/agentcore/habit/habitfile"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/rulebook"
)

// The values of Controller's calls are plain, so that a second process could use them
// over a socket.

// ProposeRequest is what to tidy and how.
type ProposeRequest = triage.Request

// Edit is the user's change to one row of a plan under review.
type Edit = triage.Edit

// Habit is the user's correction for one sender.
type Habit = habit.Habit

// Sender is who a habit is for.
type Sender = habit.Sender

// About is the subject of a habit.
type About = habit.About

// What habits are about.
const (
	HabitIssuer = habit.Issuer
	HabitKind   = habit.Kind
	HabitName   = habit.Name
	HabitFolder = habit.Folder
)

// Rule is what happens to the documents that match, RuleError why one is invalid.
type (
	Rule      = rule.Rule
	RuleError = rulebook.Error
)

// ToolKeepRule is the tool that stores a rule.
const ToolKeepRule = rulebook.Tool

// ErrNoRule means that there is no such rule.
var ErrNoRule = config.ErrNoRule

// What is wrong with a habit: it does not exist, or the text is invalid.
var (
	ErrNoHabit   = habitfile.ErrNone
	ErrHabitText = habit.ErrText
)

// Batch is one entry of the history.
type Batch = files.Batch

// Move is one operation of a batch. Its Note says what happened, for a terminal; Code is
// the same for code that makes its own words: chat.CodeUndone, chat.CodeEdited or the
// cause of a failure.
type Move = files.Change

// UndoReport is the outcome of an undo.
type UndoReport = files.Undone

// Picture is a page of a document, drawn by the documents server.
type Picture struct {
	PNG []byte
	// Width and Height are in pixels.
	Width, Height int
	// Pages is how many pages the document has.
	Pages int
}

// Folder is an entry of the recently tidied folders.
type Folder struct {
	Path  string
	Files int
}

// NamePattern is a template that can be chosen, with what it makes.
type NamePattern struct {
	Template string
	Example  string
}

// Status is what the window's footer says.
type Status struct {
	// Model is the model that answers; empty: the built-in rules.
	Model string
	// Away names what can reach beyond this computer: servers that were agreed
	// to, and the model when it runs elsewhere. Empty: nothing leaves it.
	Away []string
	// Languages that pictures are read in, as tesseract calls them ("eng").
	Languages []string
	// Trouble is what does not work; zero when all does.
	Trouble Trouble
}

// Trouble is the one thing that does not work that a person should know of.
type Trouble struct {
	Code TroubleCode
	// Servers are those of ours that did not start.
	Servers []string
	// Text is what to install.
	Text   string
	Damage Damage
}

// Damage is which of our own files were damaged. Each was moved away and made again.
// The zero value: none was.
type Damage struct {
	Database store.Salvage
	// Habits is where what the person corrected lies now; empty: it was sound.
	Habits string
}

// TroubleCode is what does not work.
type TroubleCode string

// The troubles.
const (
	TroubleServers  TroubleCode = "servers" // some of ours did not start
	TroubleNoReader TroubleCode = "reader"  // pictures and scans are not read
	TroubleDamage   TroubleCode = "damage"  // of our own files
)
