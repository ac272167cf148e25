package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
)

// ability is something that the rule model can be asked for: the tool that it needs, the
// sentence with examples, and the actions that these are of.
type ability struct {
	tool, does string
	of         []intent.Action
}

func all() []ability {
	return []ability{
		{toolPropose, "can_propose", nil},
		{toolApply, "can_tidy", []intent.Action{intent.Tidy}},
		{toolList, "can_list", []intent.Action{intent.List, intent.Count}},
		{toolRead, "can_read", []intent.Action{intent.Read}},
		{toolList, "can_find", []intent.Action{intent.Find}},
		{toolMove, "can_pick", []intent.Action{intent.Tidy}},
		{toolMove, "can_change", []intent.Action{intent.Rename, intent.Move, intent.Copy, intent.Recase, intent.Replace, intent.Prefix, intent.Suffix, intent.Number}},
		{toolPropose, "can_sort", []intent.Action{intent.SortInto}},
		{toolKeepRule, "can_keep_rule", []intent.Action{intent.KeepRule}},
		{toolTrash, "can_trash", []intent.Action{intent.Trash}},
		{toolDuplicates, "can_dedupe", []intent.Action{intent.Duplicate, intent.Dedupe}},
		{toolUndo, "can_undo", []intent.Action{intent.Undo}},
		{toolHistory, "can_history", []intent.Action{intent.History}},
	}
}

// possible returns the abilities whose tools are offered: those of an action, or all.
func (t *turn) possible(of intent.Action) []string {
	var lines []string
	for _, a := range all() {
		if _, ok := t.offered(a.tool); ok && (of == intent.None || slices.Contains(a.of, of)) {
			lines = append(lines, t.in.text(a.does))
		}
	}
	return lines
}

// abilities describes what can be done with the offered tools.
func (t *turn) abilities() string {
	if len(t.tools) == 0 {
		return t.in.text("no_tool")
	}
	var b strings.Builder
	if lines := t.possible(intent.None); len(lines) > 0 {
		b.WriteString(t.in.text("ask_me_example") + "\n\n" + t.in.bullets(lines, len(lines), len(lines)) + "\n")
	}
	b.WriteString(t.in.count("tools_running", len(t.tools)) + "\n\n")
	b.WriteString(t.in.bullets(toolLines(t.tools), len(t.tools), 2*shown))
	return b.String()
}

// Abilities describes what can be done with the running tools, in the language of the
// request, starting with what is lacking; empty if the language is English or unknown.
// For our own tools it gives examples, unless the request asks for tools; others are
// described in their servers' words.
func Abilities(request string, live []chat.ToolSpec, lacking []string) string {
	in := speechIn(cmp.Or(intent.LanguageOfAbilities(request), source))
	if in == speeches()[source] || len(live) == 0 {
		return ""
	}
	isOwn := func(s chat.ToolSpec) bool { return s.Own }
	added := slices.DeleteFunc(slices.Clone(live), isOwn)
	own := slices.DeleteFunc(slices.Clone(live), func(s chat.ToolSpec) bool { return !isOwn(s) })
	if intent.SpeaksOfTools(request) {
		added = live
	}
	text := ""
	if len(lacking) > 0 {
		text = in.text("no_tool_for", "topics", in.quoted(lacking)) + "\n\n"
	}
	if examples := (&turn{tools: own, in: in}).possible(intent.None); len(examples) > 0 {
		text += in.text("ask_me_example") + "\n\n" + in.bullets(examples, len(examples), len(examples)) + "\n"
	}
	if len(added) > 0 {
		text += in.count("tools_running", len(added)) + "\n\n" + in.bullets(toolLines(added), len(added), 2*shown)
	}
	return strings.TrimSpace(text)
}

// toolLines lists tools with their servers' descriptions.
func toolLines(tools []chat.ToolSpec) []string {
	var lines []string
	for _, spec := range tools {
		words := firstSentence(cmp.Or(spec.Title, spec.Description, spec.Name))
		lines = append(lines, fmt.Sprintf("%s (%s)", strings.TrimSuffix(words, "."), spec.Name))
	}
	return lines
}

// firstSentence keeps a description short, whatever a server says about its tool.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if at := strings.Index(text, ". "); at >= 0 {
		text = text[:at+1]
	}
	text, _ = intent.Beginning(text, 160)
	return text
}

// notUnderstood says so, with the pieces that were not understood if others were, and
// what can be asked instead: what is nearest to it, or else all.
func (t *turn) notUnderstood(understood, left []string) chat.Reply {
	text := t.in.text("not_understood")
	if len(left) > 0 {
		text = t.in.text("left_over", "left", t.in.quoted(left))
	}
	if len(left) > 0 && len(understood) > 0 {
		text += " " + t.in.text("understood", "understood", t.in.quoted(understood))
	}
	if lines := t.possible(t.req.Near); t.req.Near != intent.None && len(lines) > 0 {
		text += " " + t.in.text("nearest") + "\n\n" + t.in.bullets(lines, len(lines), len(lines)) + "\n" + t.in.text("say_help")
	} else if lines = t.possible(intent.None); len(lines) > 0 {
		text += " " + t.in.text("ask_me") + "\n\n" + t.in.bullets(lines, len(lines), len(lines))
	} else {
		text += " " + t.in.text("no_tool_either")
	}
	return chat.Reply{Text: strings.TrimSpace(text), DoneReason: chat.DoneNotUnderstood}
}
