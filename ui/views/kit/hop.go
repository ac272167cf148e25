package kit

import (
	"cmp"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// RulesModel is the name of the built-in rules among models.
const RulesModel = "rules"

// HopWords say which model replaces which, and how to get a missing one. That only the
// rules are left of those that a call asked is a warning of its own.
func HopWords(e event.ModelChanged) string {
	to := e.To
	switch {
	case e.To == RulesModel && e.CallID != "":
		return ""
	case e.To == RulesModel:
		to = locale.L("the built-in rules")
	}
	words := fmt.Sprintf("%s → %s: %s", e.From, to, FaultWords(e.Fault, e.Address, e.Why))
	if e.Missing {
		words += ". " + locale.L("You can download it on the Models page.")
	}
	return words
}

// FaultWords say in a part of a sentence why a model did not answer; said is the known
// text if the code says nothing.
func FaultWords(code chat.FaultCode, address, said string) string {
	if code == chat.FaultUnreachable && address != "" {
		return locale.L("no server answers at {{.Address}}", "Address", inert.Line(address))
	}
	return cmp.Or(faults.Of(code), inert.Line(said))
}

// faults say why a model did not answer.
var faults = locale.Table[chat.FaultCode]{
	chat.FaultUnreachable:    "its server doesn't answer",
	chat.FaultCut:            "the connection was lost",
	chat.FaultSilent:         "it took too long",
	chat.FaultTooSlow:        "it took too long",
	chat.FaultGarbled:        "its answer can't be read",
	chat.FaultUnreadableCall: "its answer can't be read",
	chat.FaultUnfit:          "its answer can't be read",
	chat.FaultRepeats:        "it repeats itself",
	chat.FaultNoTools:        "it can't use tools",
	chat.FaultNoThinking:     "it can't think",
	chat.FaultMemory:         "it ran out of memory",
	chat.FaultOverflow:       "the conversation is too long for it",
	chat.FaultNotInstalled:   "it isn't installed",
	chat.FaultCloud:          "it runs on another computer, which isn't allowed",
	chat.FaultRemote:         "it runs on another computer, which isn't allowed",
	chat.FaultOutdated:       "it needs a newer Ollama",
}
