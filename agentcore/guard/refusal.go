package guard

import (
	"errors"
	"syscall"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/policy"
)

// Results of calls that are not run. The words go to a model, and with it to the user.

const unchanged = " No file was changed."

func notFound(tool string) chat.ToolResult {
	return chat.Failed(tool, chat.ErrToolNotFound, "There is no tool named "+tool+" right now.").
		Advised("Use one of the tools that are listed.")
}

func invalidArgs(tool string) chat.ToolResult {
	return chat.Failed(tool, chat.ErrInvalidArgs, "The arguments of "+tool+" are not a JSON object."+unchanged).
		Advised("Correct the arguments and call it again.")
}

func denied(tool string, again bool) chat.ToolResult {
	r := chat.Failed(tool, chat.ErrDenied, tool+" was not approved."+unchanged)
	if again {
		r.Failure.Message, r.Failure.Code = tool+" was not approved after the files had changed. Nothing more was changed.", chat.CodeDeniedAgain
	}
	return r.Advised("Do not call it again for this. Say what was not done and ask what to do instead.")
}

// notSent is for a call that would have sent out what was read here.
func notSent(tool chat.ToolSpec) chat.ToolResult {
	return chat.Failed(tool.Name, chat.ErrDenied, tool.Name+" was not run. Nothing was sent to "+tool.Server+".").
		Advised("Do not call it again for this, nor another server in its place. Say what was not done.")
}

// forbidden is for a call that the request itself forbids.
func forbidden(tool, reason string) chat.ToolResult {
	if reason != policy.ReasonExcluded {
		return lookOnly(tool)
	}
	r := chat.Failed(tool, chat.ErrBlocked, tool+" would touch a file that the request leaves out, so it was not run."+unchanged)
	r.Failure.Code = chat.CodeExcluded
	return r.Advised("Call it again without the files that the request leaves out.")
}

func lookOnly(tool string) chat.ToolResult {
	r := chat.Failed(tool, chat.ErrBlocked, "The request only asks to look, so "+tool+" was not run. No file changes were made.")
	r.Failure.Code = chat.CodeLookOnly
	return r.Advised("Answer with reading tools, or say what you would change.")
}

func cancelled(tool string) chat.ToolResult {
	return chat.Failed(tool, chat.ErrCancelled, tool+" was cancelled before it ran."+unchanged)
}

func noPreview(tool string) chat.ToolResult {
	return chat.Failed(tool, chat.ErrBlocked, tool+" could not say beforehand what it would change, so it was not run."+unchanged).
		Advised("Do not retry.")
}

func unrecorded(tool string, why error) chat.ToolResult {
	r := chat.Failed(tool, chat.ErrBlocked, tool+" was not run, because the record of changes could not be written."+unchanged)
	r.Failure.Code = chat.CodeUnrecorded
	r.Failure.Advice = chat.Advice{Code: chat.AdviseDataFolder, Text: "Do not retry. Look whether Deskhand's data folder can be written to."}
	if errors.Is(why, syscall.ENOSPC) {
		r.Failure.Code = chat.CodeDiskFull
		r.Failure.Advice = chat.Advice{Code: chat.AdviseMakeRoom, Text: "Do not retry. The disk that Deskhand keeps its data on is full."}
	}
	return r
}
