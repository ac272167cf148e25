package kit

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// templateWords say why a naming pattern is invalid, and where.
func templateWords(e *template.Error) string {
	what, place := inert.Line(e.Text), e.At+1
	switch e.Problem {
	case template.NoSuchPart, template.NoSuchFilter:
		if e.Meant != "" {
			return locale.L("{{.What}} (character {{.Place}}) isn't known. Did you mean {{.Meant}}?", "What", what, "Place", place, "Meant", e.Meant)
		}
		return locale.L("{{.What}} (character {{.Place}}) isn't known. There are {{.Choices}}.", "What", what, "Place", place, "Choices", strings.Join(e.Choices(), " "))
	case template.BadArgument:
		return locale.L("{{.What}} (character {{.Place}}) can't be used. Write |max:40 with a number, and |date:DD.MM.YYYY after {date}.", "What", what, "Place", place)
	case template.NotClosed:
		return locale.L("{{.What}} (character {{.Place}}) isn't closed.", "What", what, "Place", place)
	case template.NotOpened:
		return locale.L("{{.What}} (character {{.Place}}) closes nothing. Type it twice to have it in the name.", "What", what, "Place", place)
	case template.Nested:
		return locale.L("Brackets can't be inside brackets (character {{.Place}}).", "Place", place)
	case template.SlashInGroup:
		return locale.L("A folder can't begin inside brackets (character {{.Place}}).", "Place", place)
	case template.NoFolderName:
		return locale.L("“{{.What}}” (character {{.Place}}) can't be the name of a folder or file.", "What", what, "Place", place)
	case template.OddCharacter:
		return locale.L("“{{.What}}” (character {{.Place}}) can't be in a name.", "What", what, "Place", place)
	case template.TooLong:
		return locale.L("The pattern is longer than {{.Most}} characters.", "Most", template.Most)
	}
	if e.Text != "" {
		return locale.L("{{.What}} (character {{.Place}}) has no part in it, such as {date}.", "What", what, "Place", place)
	}
	return locale.L("The pattern needs a part, such as {date} or {issuer}.")
}
