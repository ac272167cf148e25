package agentcore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// abilityQuestions are how people ask what the assistant is good for, without
// courtesies and what is only said along.
const abilityQuestions = `
what can you do
what can you do for me
what can you help with
what can you help me with
what do you do
what are you able to do
what are your abilities
what are your capabilities
which tools have you
which tools have you got
which tools do you have
which tools can you call
which tools can you use
which tools are there
which tools are available
which tools are running
what tools have you
what tools have you got
what tools do you have
what tools can you call
what tools can you use
what tools are there
what tools are available
what tools are running
list your tools
list the tools
list all tools
list all your tools
show your tools
show me your tools
tell me what you can do
tell me which tools you have
how can you help me
how can you help
help
was kannst du
was kannst du tun
was kannst du alles
was kannst du machen
was machst du
wobei kannst du helfen
wobei kannst du mir helfen
wie kannst du mir helfen
wie kannst du helfen
welche werkzeuge hast du
welche werkzeuge gibt es
welche tools hast du
welche tools gibt es
hilfe
hilf mir
`

// saidAlong are words that change nothing about such a question.
const saidAlong = " please hi hello hey deskhand now right currently exactly other else actually so and then me bitte hallo denn eigentlich gerade jetzt genau noch sonst "

// asksForAbilities says whether a request asks what can be done and nothing
// else: "what can you do about the duplicates" is about the duplicates.
func asksForAbilities(request string) bool {
	const mostRunes = 120
	if len(request) > mostRunes {
		return false
	}
	said := plainly(request, nil)
	short := plainly(request, strings.Fields(saidAlong))
	for question := range strings.Lines(strings.TrimSpace(abilityQuestions)) {
		question = strings.TrimSpace(question)
		if said == question || short == question || short == plainly(question, strings.Fields(saidAlong)) {
			return true
		}
	}
	return false
}

// plainly gives the words of a request in lower case, some of them left out.
func plainly(request string, without []string) string {
	said := strings.FieldsFunc(strings.ToLower(request), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(slices.DeleteFunc(said, func(w string) bool { return slices.Contains(without, w) }), " ")
}

// ownAnswer is the model that an answer is put down to which no model gave.
const ownAnswer = "rules"

// tellAbilities answers from the tools that can be called right now, without a
// model, which might claim others.
func (t *turn) tellAbilities(ctx context.Context) {
	text := abilities(t.agent.Tools.Specs(), t.agent.Config.Headings)
	t.candidate = chat.Candidate{Model: ownAnswer, Rules: true}
	if err := t.record(ctx, chat.Message{Role: chat.RoleAssistant, Text: text, Model: ownAnswer}); err != nil {
		t.fail(err)
		return
	}
	newAnswer(t).close(chat.Reply{Text: text})
	t.end(event.ReasonAnswered, text)
}

// abilities tells in plain words what can be done right now: the tools that are
// running, by their servers, each with its name for who writes scripts.
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

// heading is what the tools of a server stand under.
func heading(of chat.ToolSpec, headings map[string]string) string {
	if known := headings[of.Server]; of.Own && known != "" {
		return known
	}
	return firstSentence(of.Server) + ", a server that you added"
}

// inWords is what a tool does in a few words: its title, or how its description
// begins.
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

// firstSentence keeps an account short, whatever a server says of its tool.
func firstSentence(text string) string {
	const mostRunes = 160
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if at := strings.Index(text, ". "); at >= 0 {
		text = text[:at+1]
	}
	if short := firstRunes(text, mostRunes); short != text {
		return short + "…"
	}
	return text
}
