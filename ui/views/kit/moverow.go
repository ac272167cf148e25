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

// MoveRow is one operation, and what can be done about it.
func MoveRow(m app.Move, ways ...fyne.CanvasObject) fyne.CanvasObject {
	to := filepath.Base(m.To)
	if filepath.Dir(m.To) != filepath.Dir(m.From) {
		to = filepath.Join(filepath.Base(filepath.Dir(m.To)), to)
	}
	after := widgets.Body(to).Shrink()
	right := widgets.RowGrow(theme.Gap8, after, widgets.NewIcon(theme.IconArrow, theme.Muted, 14), after)
	if words := MoveWords(m); words != "" {
		right.Add(widgets.NewChip(Short(words, 40), widgets.Plain, nil))
	}
	for _, way := range ways {
		right.Add(way)
	}
	return widgets.Split(theme.Gap12, 0.26, widgets.Quiet(filepath.Base(m.From)).Shrink(), right)
}

// MoveWords says what became of an operation that was not simply done; empty when
// it was.
func MoveWords(m app.Move) string {
	return ChangeWords(m.Code)
}

// ChangeWords say of a change why it was not simply done, or what else a person
// should know of it; empty where there is nothing.
func ChangeWords(code chat.Code) string {
	if words := causeWords(code); words != "" && code != chat.CodeVanished && code != chat.CodeTaken && code != chat.CodeUnclear {
		return words
	}
	switch code {
	case chat.CodeUndone:
		return locale.L("undone")
	case chat.CodeEdited:
		return locale.L("edited since")
	case chat.CodeVanished:
		return locale.L("no longer there")
	case chat.CodeTaken:
		return locale.L("its old name is taken")
	case chat.CodeUnclear:
		return locale.L("unclear; nothing was touched")
	case chat.CodeOtherName:
		return locale.L("the name it was to get is taken")
	case chat.CodeSafeName:
		return locale.L("the name was made safe")
	case chat.CodeParted:
		return locale.L("files that belong together with it stay behind")
	case chat.CodeNewFolder:
		return locale.L("new folder")
	case chat.CodeRule:
		return locale.L("whenever a folder is tidied")
	case chat.CodeFromTrash:
		return locale.L("it came from the trash")
	case chat.CodeToTrash:
		return locale.L("it went to the trash")
	case chat.CodeFromElsewhere:
		return locale.L("it came from outside the open folders")
	case chat.CodeToElsewhere:
		return locale.L("it went outside the open folders")
	}
	return ""
}
