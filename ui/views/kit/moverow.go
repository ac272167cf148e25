package kit

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// MoveRow is one operation, and the actions on it.
func MoveRow(m app.Move, ways ...fyne.CanvasObject) fyne.CanvasObject {
	to := filepath.Base(m.To)
	if filepath.Dir(m.To) != filepath.Dir(m.From) {
		to = filepath.Join(filepath.Base(filepath.Dir(m.To)), to)
	}
	after := widgets.Body(to).Shrink()
	right := widgets.RowGrow(theme.Gap8, after, widgets.NewIcon(theme.IconArrow, theme.Muted, 14), after)
	if words := ChangeWords(m.Code); words != "" {
		right.Add(widgets.NewChip(Short(words, 40), widgets.Plain, nil))
	}
	for _, way := range ways {
		right.Add(way)
	}
	return widgets.Split(theme.Gap12, 0.26, widgets.Quiet(filepath.Base(m.From)).Shrink(), right)
}

// ChangeWords say why a change was not simply made, or what else the user should know;
// may be empty.
func ChangeWords(code chat.Code) string {
	if words := causes.Of(code); words != "" && code != chat.CodeVanished && code != chat.CodeTaken && code != chat.CodeUnclear {
		return words
	}
	return changes.Of(code)
}

// changes are what else can be said of a change.
var changes = locale.Table[chat.Code]{
	chat.CodeUndone:        "undone",
	chat.CodeEdited:        "edited since",
	chat.CodeVanished:      "no longer there",
	chat.CodeTaken:         "its old name is taken",
	chat.CodeUnclear:       "unclear; nothing was touched",
	chat.CodeOtherName:     "its planned name is taken",
	chat.CodeSafeName:      "the name was made safe",
	chat.CodeParted:        "files that belong together with it stay behind",
	chat.CodeNewFolder:     "new folder",
	chat.CodeRule:          "whenever a folder is tidied",
	chat.CodeFromTrash:     "it came from the trash",
	chat.CodeToTrash:       "it went to the trash",
	chat.CodeFromElsewhere: "it came from outside the open folders",
	chat.CodeToElsewhere:   "it went outside the open folders",
}
