package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
)

// ability is something that can be asked of the rule model, and the tool that it
// takes.
type ability struct{ tool, does string }

func all() []ability {
	return []ability{
		{toolPropose, "\"What would you rename?\": read a folder and propose names, changing nothing"},
		{toolApply, "\"Tidy this folder\": the same, then rename after one approval"},
		{toolList, "\"What is in this folder?\": list it"},
		{toolRead, "\"Read invoice.pdf\": show how a document or a picture begins"},
		{toolList, "\"Find the water bill\": look for files by name"},
		{toolMove, "\"Tidy everything except lease.pdf\", \"Rename only the receipts\": a part of a folder"},
		{toolMove, "\"Rename a.pdf to b.pdf\", \"Move all PDFs into Taxes\", \"Rename all files to lower case\": as you say it"},
		{toolPropose, "\"Sort these into folders by year\", by month, sender, kind or type"},
		{toolKeepRule, "\"From now on put everything from Acme into Bills\": keep a rule"},
		{toolTrash, "\"Put old.pdf into the trash\""},
		{toolDuplicates, "\"Delete the duplicates\", \"Put the duplicates aside\": show files with the same contents, then ask"},
		{toolUndo, "\"Undo\": take the last change back"},
		{toolHistory, "\"What did you do?\": list the changes so far"},
	}
}

// possible are the abilities whose tools are on offer.
func possible(tools []chat.ToolSpec) []string {
	t := &turn{tools: tools}
	var lines []string
	for _, a := range all() {
		if _, ok := t.offered(a.tool); ok {
			lines = append(lines, a.does)
		}
	}
	return lines
}

// abilities tells what can be done with the tools on offer, and which those are.
func abilities(tools []chat.ToolSpec) string {
	if len(tools) == 0 {
		return "No tool is running right now, so I can do nothing with your files."
	}
	var b strings.Builder
	if lines := possible(tools); len(lines) > 0 {
		b.WriteString("You can ask me, for example:\n\n" + bullets(lines, len(lines), len(lines)) + "\n")
	}
	fmt.Fprintf(&b, "%s running:\n\n", count(len(tools), "tool is", "tools are"))
	var lines []string
	for _, spec := range tools {
		words := firstSentence(cmp.Or(spec.Title, spec.Description, spec.Name))
		lines = append(lines, fmt.Sprintf("%s (%s)", strings.TrimSuffix(words, "."), spec.Name))
	}
	b.WriteString(bullets(lines, len(lines), 2*shown))
	return b.String()
}

// firstSentence keeps an account short, whatever a server says of its tool.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if at := strings.Index(text, ". "); at >= 0 {
		text = text[:at+1]
	}
	text, _ = intent.Beginning(text, 160)
	return text
}

// notUnderstood says so, which pieces of the request that are where not all of it
// is and what was understood, and what can be asked instead.
func notUnderstood(tools []chat.ToolSpec, understood, left []string) chat.Reply {
	text := "I did not understand that: no language model answers right now, and I go by simple rules."
	if len(left) > 0 {
		text = "I did not understand " + quoted(left) + ", so I changed nothing: no language model answers right now, and I go by simple rules."
	}
	if len(left) > 0 && len(understood) > 0 {
		text += " What I understood is " + quoted(understood) + "."
	}
	if lines := possible(tools); len(lines) > 0 {
		text += " You can ask me:\n\n" + bullets(lines, len(lines), len(lines))
	} else {
		text += " No tool is running right now either."
	}
	return chat.Reply{Text: strings.TrimSpace(text), DoneReason: chat.DoneNotUnderstood}
}
