package app

import (
	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/policy"
	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/app/engines"
)

// What can go wrong, for those who find words for it. Each is the error of the
// room that it comes from.
var (
	ErrAlreadyRunning = store.ErrLocked
	ErrNotOnRecord    = triage.ErrNotOnRecord
	ErrSpent          = triage.ErrSpent
	ErrEdited         = triage.ErrEdited
	ErrWorldChanged   = triage.ErrWorldChanged
	ErrNothingToDo    = triage.ErrNothingToDo
	ErrNoFiles        = triage.ErrNoFiles
	ErrTemplate       = triage.ErrTemplate
	ErrNoPattern      = triage.ErrNoPattern
)

// WorldChanged is ErrWorldChanged with the files that are not as they were.
type WorldChanged = triage.WorldChanged

// UnfitPlan is an edited or foreign plan that cannot be taken over, with the
// entries that stand against it.
type UnfitPlan = triage.UnfitPlan

// ErrRemoteChanged means that models are asked at another address than the one
// that the person agreed to.
var ErrRemoteChanged = engines.ErrRemoteChanged

// EngineOpenAI is the kind of an engine that speaks OpenAI's protocol.
const EngineOpenAI = engines.OpenAI

// Engine is a server of models besides the Ollama server of this computer, and
// EngineConfig how one is written in config.toml.
type (
	Engine       = engines.Engine
	EngineConfig = engines.Config
)

// NotRegular means that something else is where a file of ours has to be.
type NotRegular = regular.Error

// NotUnderstood means that a request in words was not understood, with the words that
// nothing was made of.
type NotUnderstood = triage.NotUnderstood

// ConditionError says what is wrong with the condition of a rule, or of the files that
// are meant.
type ConditionError = rule.Error

// NoFiles is ErrNoFiles, with how many files lie in folders inside.
type NoFiles = triage.NoFiles

// TooMany means that there are more files than one plan is made for.
type TooMany = triage.TooMany

// Outcome is how a turn ended.
type Outcome = agentcore.Outcome

// SessionFilter chooses conversations.
type SessionFilter = store.Filter

// The question that the guard puts to the person, and the answer to it.
type (
	Confirmer = guard.Confirmer
	Question  = guard.Question
	Answer    = guard.Answer
)

// Answers without a question to the user.
type (
	DenyAll  = guard.DenyAll
	AllowAll = guard.AllowAll
)

// The scopes of a yes: for one call, for this conversation, always for this tool
// in the folder that the question names, and for the server of a call that would
// send what was read here: from now on it may receive that.
const (
	Once            = policy.ScopeOnce
	ForConversation = policy.ScopeConversation
	InFolder        = policy.ScopeFolder
	MayReceive      = policy.ScopeReceive
)

// CheckCondition fails with a *ConditionError when files cannot be chosen by a condition.
func CheckCondition(only string) error { return triage.CheckCondition(only) }
