package kit

import (
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// RulesModel is what the built-in rules are called among models.
const RulesModel = "rules"

// HopWords says which model stands in for which, and where one that is not here
// comes from. That only the rules are left of those that a call asked is a warning
// of its own.
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

// FaultWords say in a part of a sentence why a model did not answer; said is what
// is known of it where the code tells nothing.
func FaultWords(code chat.FaultCode, address, said string) string {
	switch code {
	case chat.FaultUnreachable:
		if address != "" {
			return locale.L("no server answers at {{.Address}}", "Address", inert.Line(address))
		}
		return locale.L("its server doesn't answer")
	case chat.FaultCut:
		return locale.L("the connection was lost")
	case chat.FaultSilent, chat.FaultTooSlow:
		return locale.L("it took too long")
	case chat.FaultGarbled, chat.FaultUnreadableCall, chat.FaultUnfit:
		return locale.L("its answer can't be read")
	case chat.FaultRepeats:
		return locale.L("it repeats itself")
	case chat.FaultNoTools:
		return locale.L("it can't use tools")
	case chat.FaultNoThinking:
		return locale.L("it can't think")
	case chat.FaultMemory:
		return locale.L("it ran out of memory")
	case chat.FaultOverflow:
		return locale.L("the conversation is too long for it")
	case chat.FaultNotInstalled:
		return locale.L("it isn't installed")
	case chat.FaultCloud, chat.FaultRemote:
		return locale.L("it runs on another computer, which isn't allowed")
	case chat.FaultOutdated:
		return locale.L("it needs a newer Ollama")
	}
	return inert.Line(said)
}
