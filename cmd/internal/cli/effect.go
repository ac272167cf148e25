package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/failurewords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// effectWords describe briefly what a call would do; without a preview, the call itself.
func effectWords(q app.Question) string {
	if q.Preview.Hash == "" {
		return visible(q.Tool + " " + string(q.Invocation.Call.Args))
	}
	n := lists.Count(q.Preview.Effect, func(e chat.PathChange) bool { return e.From != e.To })
	form, ok := map[string]string{
		"files_move": "Move %s", "files_copy": "Copy %s", "files_write_text": "Write %s", "files_trash": "Put %s into the trash",
		"files_restore": "Restore %s", "files_undo": "Move %s back", "files_finish": "Finish the remaining %s", "triage_apply": "Rename %s",
	}[q.Tool]
	folders := termtext.Count(q.Preview.Folders, "folder")
	switch {
	case q.Tool == app.ToolKeepRule:
		return "Keep this rule for future documents"
	case q.Tool == "files_make_folder":
		return "Make " + folders
	case !ok:
		form = "Run " + visible(q.Tool) + " on %s"
	}
	words := fmt.Sprintf(form, countFiles(n))
	if q.Preview.Folders > 0 {
		words += " and make " + folders
	}
	return words
}

// changeNote says what the user should know about one change; may be empty.
func changeNote(e chat.PathChange) string {
	said := []string{map[chat.Code]string{
		chat.CodeOtherName: "the name was taken",
		chat.CodeSafeName:  "the name was made safe",
		chat.CodeParted:    "files that belong to it are left behind",
		chat.CodeNewFolder: "new folder",
		chat.CodeRule:      "each time a folder is tidied",
	}[e.Code]}
	if said[0] == "" {
		said[0] = failurewords.Of[e.Code]
	}
	if slices.Contains(e.Flags, files.FlagSigned) && e.From != e.To {
		said = append(said, "it is signed: changing it would break the signature")
	}
	if slices.Contains(e.Flags, files.FlagProject) && e.From != e.To {
		said = append(said, "part of a project, or under version control")
	}
	return strings.TrimPrefix(strings.Join(said, "; "), "; ")
}

// keptWords say why a file could not be restored.
func keptWords(code chat.Code) string {
	switch code {
	case chat.CodeVanished:
		return "It no longer exists."
	case chat.CodeTaken:
		return "Another file has its name now; both were left alone."
	case chat.CodeUnclear:
		return "It is unclear which file it is; nothing was changed."
	case chat.CodeChanged, chat.CodeEdited:
		return "It has changed since."
	}
	return notDoneWords(files.Failure{Kind: code})
}
