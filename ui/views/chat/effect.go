package chat

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// effectWords describe briefly what a call would do.
func effectWords(q app.Question) string {
	n := 0
	for _, e := range q.Preview.Effect {
		if e.From != e.To {
			n++
		}
	}
	words := changeWords(q.Tool, n)
	if words == "" {
		words = locale.N("Run {{.Tool}} on {{.N}} file", "Run {{.Tool}} on {{.N}} files", n, "Tool", inert.Line(q.Tool))
	}
	if folders := q.Preview.Folders; folders > 0 && q.Tool != "files_make_folder" {
		words = locale.N("{{.What}} and make {{.N}} folder", "{{.What}} and make {{.N}} folders", folders, "What", words)
	}
	return words
}

func changeWords(tool string, n int) string {
	switch tool {
	case "files_move":
		return locale.N("Move {{.N}} file", "Move {{.N}} files", n)
	case "files_copy":
		return locale.N("Copy {{.N}} file", "Copy {{.N}} files", n)
	case "files_write_text":
		return locale.N("Write {{.N}} file", "Write {{.N}} files", n)
	case "files_make_folder":
		return locale.N("Make {{.N}} folder", "Make {{.N}} folders", n)
	case "files_trash":
		return locale.N("Move {{.N}} file to the trash", "Move {{.N}} files to the trash", n)
	case "files_restore":
		return locale.N("Restore {{.N}} file", "Restore {{.N}} files", n)
	case "files_undo":
		return locale.N("Move {{.N}} file back", "Move {{.N}} files back", n)
	case "files_finish":
		return locale.N("Finish the remaining {{.N}} file", "Finish the remaining {{.N}} files", n)
	case "triage_apply":
		return locale.N("Rename {{.N}} file", "Rename {{.N}} files", n)
	}
	return ""
}

// noteWords say what the user should know about one change; may be empty.
func noteWords(e chat.PathChange) string {
	var said []string
	if words := kit.ChangeWords(e.Code); words != "" {
		said = append(said, words)
	}
	if slices.Contains(e.Flags, files.FlagSigned) && e.From != e.To {
		said = append(said, locale.L("it's signed, and a change would break the signature"))
	}
	if slices.Contains(e.Flags, files.FlagProject) && e.From != e.To {
		said = append(said, locale.L("it's part of a project, or under version control"))
	}
	return strings.Join(said, "; ")
}
