package agentcore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/excerpt"
	"github.com/deskhand/deskhand/agentcore/intent"
)

// ownAnswer is the model name recorded for an answer that no model gave.
const ownAnswer = "rules"

// asksForAbilities reports whether a request only asks what can be done, and about what.
func asksForAbilities(request string, live []chat.ToolSpec) (about []string, asks bool) {
	return intent.AsksWhatCanBeDone(request, func(word string) bool {
		return slices.ContainsFunc(live, func(s chat.ToolSpec) bool { return strings.EqualFold(s.Server, word) })
	})
}

// tellAbilities answers from the list of available tools, without a model, which might
// invent some.
func (t *turn) tellAbilities(ctx context.Context, live []chat.ToolSpec, about []string) {
	fitting, text := fittingTools(about, live), ""
	if say := t.agent.Config.Abilities; say != nil && (len(about) == 0 || len(fitting) == 0) {
		text = say(t.in.Text, live, about)
	}
	switch {
	case text != "":
	case len(fitting) > 0:
		text = abilities(fitting, t.agent.Config.Headings)
	default:
		text = abilities(live, t.agent.Config.Headings)
		if len(about) > 0 {
			text = "No: no tool that is running right now is for " + strings.Join(about, ", ") + ".\n\n" + text
		}
	}
	t.candidate = chat.Candidate{Model: ownAnswer, Rules: true}
	if err := t.record(ctx, chat.Message{Role: chat.RoleAssistant, Text: text, Model: ownAnswer}); err != nil {
		t.fail(err)
		return
	}
	newAnswer(t).close(chat.Reply{Text: text})
	t.end(event.ReasonAnswered, text)
}

// fittingTools returns the tools that are about something. Mentions of mail in our own
// tools are ignored: they read mails as documents.
func fittingTools(about []string, live []chat.ToolSpec) []chat.ToolSpec {
	return slices.DeleteFunc(slices.Clone(live), func(s chat.ToolSpec) bool {
		says := strings.ToLower(s.Server + " " + s.Name)
		if !s.Own {
			says += strings.ToLower(" " + s.Title + " " + s.Description)
		}
		return !slices.ContainsFunc(about, func(w string) bool { return strings.Contains(says, strings.TrimSuffix(w, "s")) })
	})
}

// abilities describes the running tools, by server, each with its name for script
// authors.
func abilities(live []chat.ToolSpec, headings map[string]string) string {
	if len(live) == 0 {
		return "No tool is running right now, so I can do nothing with your files. I can only talk."
	}
	var servers []string
	tools := map[string][]chat.ToolSpec{}
	for _, s := range live {
		if tools[s.Server] == nil {
			servers = append(servers, s.Server)
		}
		tools[s.Server] = append(tools[s.Server], s)
	}
	var b strings.Builder
	b.WriteString("You can ask me in your own words, for example to tidy a folder. This is what I can do right now:\n")
	for _, server := range servers {
		fmt.Fprintf(&b, "\n**%s**\n\n", heading(tools[server][0], headings))
		for _, s := range tools[server] {
			fmt.Fprintf(&b, "- %s (%s)\n", inWords(s), s.Name)
		}
	}
	b.WriteString("\nIn brackets is what each tool is called.")
	return b.String()
}

// heading returns the heading of a server's tools.
func heading(of chat.ToolSpec, headings map[string]string) string {
	if known := headings[of.Server]; of.Own && known != "" {
		return known
	}
	return firstSentence(of.Server) + ", a server that you added"
}

// inWords describes a tool in a few words: its title, or how its description begins.
func inWords(s chat.ToolSpec) string {
	text := firstSentence(s.Title)
	if text == "" {
		text = firstSentence(s.Description)
	}
	if text == "" {
		return "What it does, it does not say"
	}
	return strings.TrimSuffix(text, ".")
}

// firstSentence keeps a description short, whatever a server says about its tool.
func firstSentence(text string) string {
	const maxRunes = 160
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if at := strings.Index(text, ". "); at >= 0 {
		text = text[:at+1]
	}
	return excerpt.Within(text, maxRunes, "…")
}
