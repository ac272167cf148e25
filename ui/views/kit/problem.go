package kit

import (
	"cmp"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/ui/locale"
)

// ProblemWords say why an entry of mcp.json, or the file, is not used and what to do;
// empty if nothing is wrong.
func ProblemWords(p entry.Problem) string {
	if words := plainProblems.Of(p.Code); words != "" || p.Code == "" {
		return words
	}
	name, detail := Spelled(p.Name), Spelled(p.Detail)
	switch p.Code {
	case entry.NoText:
		return locale.L("{{.Key}} must be text.", "Key", name)
	case entry.NoList:
		return locale.L("{{.Key}} must be a list of texts.", "Key", name)
	case entry.NoTexts:
		return locale.L("{{.Key}} must be names with their values as text.", "Key", name)
	case entry.NoSwitch:
		return locale.L("{{.Key}} must be true or false.", "Key", name)
	case entry.NoTime:
		return locale.L("The timeout {{.Time}} isn't a time such as \"90s\" or a number of seconds.", "Time", detail)
	case entry.Transport:
		return locale.L("The type {{.Type}} isn't known. Use stdio, http or sse.", "Type", detail)
	case entry.Of:
		return locale.L("It's part of {{.Host}}, not a server. Look for a server that does the same.", "Host", name)
	case entry.Address:
		return locale.L("{{.Address}} isn't the address of a server. It starts with https:// or http:// and holds no name or password.", "Address", detail)
	case entry.Header:
		return locale.L("The header {{.Name}} can't be sent. Correct or remove it.", "Name", name)
	default:
		return namingWords(p, name, detail)
	}
}

// plainProblems are the problems that are worded without arguments.
var plainProblems = locale.Table[entry.Code]{
	entry.TimeRange: "The timeout must be between 0 and one hour; a plain number means seconds.",
	entry.BothWays:  "It has both a command and an address. Keep only one.",
	entry.Nothing:   "It has neither a command nor an address. Enter one of them.",
	entry.NoName:    "It needs a name.",
	entry.Hidden:    "Its name contains a character that can't be shown.",
	entry.Folder:    "Its folder must start with / or ~/.",
	entry.Nul:       "Its command contains an invalid character.",
	entry.OAuth:     "Its oauth must be an object with clientId, and optionally clientSecret, scope and callbackPort.",
	entry.ToolForm:  "Its definition can't be understood.",
	entry.ToolTask:  "It only runs as a task in the background, which isn't supported.",
}

// namingWords are those about names, variables and programs.
func namingWords(p entry.Problem, name, detail string) string {
	switch p.Code {
	case entry.LongName:
		return locale.L("Its name is longer than {{.N}} letters.", "N", locale.Number(entry.MaxName))
	case entry.OwnName, entry.LikeOwn:
		return locale.L("The name {{.Name}} is, or looks like, one of Deskhand's own. Choose another.", "Name", name)
	case entry.Variable:
		return locale.L("{{.Name}} can't be the name of an environment variable.", "Name", name)
	case entry.Dangerous:
		return locale.L("The variable {{.Name}} isn't allowed: {{.Effect}}. Remove it.", "Name", name, "Effect", EffectWords(entry.Effect(p.Detail)))
	case entry.Unset:
		return locale.L("It refers to the variable {{.Name}}, which isn't set. Enter its value here instead.", "Name", name)
	case entry.UnknownVar:
		return locale.L("It refers to {{.Name}}, which only means something in an editor. Enter the value here instead.", "Name", name)
	case entry.Input:
		return locale.L("It asks for {{.Name}}. Press Edit and enter it.", "Name", name)
	case entry.NoProgram:
		return locale.L("The program {{.Name}} isn't on this computer, or can't be run. Install it, or correct the command.", "Name", name)
	case entry.NotOne:
		return locale.L("There's no program {{.Name}}. Enter only the program here, and the rest as arguments.", "Name", name)
	case entry.Files:
		return locale.L("What it would run can't be read: {{.Reason}}.", "Reason", detail)
	case entry.ToolLongName:
		return locale.L("Its name is longer than {{.N}} letters.", "N", detail)
	case entry.ToolLongText:
		return locale.L("Its description is longer than {{.N}} KiB.", "N", detail)
	case entry.ToolLikeOwn:
		return locale.L("Its name looks like {{.Name}}, which is one of Deskhand's own.", "Name", name)
	case entry.ToolSchema:
		return locale.L("The schema of its arguments can't be used: {{.Reason}}.", "Reason", detail)
	}
	return formWords(p, name, detail)
}

// formWords are those about the form of an entry and of the file.
func formWords(p entry.Problem, name, detail string) string {
	switch {
	case p.Code == entry.NoObject && name == "":
		return locale.L("It has to be an object in braces.")
	case p.Code == entry.NoObject:
		return locale.L("{{.Key}} must be an object in braces.", "Key", name)
	case p.Code == entry.Twice:
		return locale.L("{{.Key}} appears twice. Remove one of them.", "Key", name)
	case p.Code == entry.Syntax && detail == "":
		return locale.L("It isn't {{.Format}}.", "Format", name)
	case p.Code == entry.Syntax:
		return locale.L("It isn't {{.Format}}: see line {{.Line}}.", "Format", name, "Line", detail)
	case p.Code == entry.TooLong:
		return locale.L("It's longer than {{.N}} MiB.", "N", detail)
	case p.Code == entry.NoServers:
		return locale.L("It names no servers.")
	}
	return locale.L("It can't be understood.")
}

// EffectWords say what a variable does to programs.
func EffectWords(e entry.Effect) string {
	return cmp.Or(effects.Of(e), locale.L("it makes programs run other code"))
}

// effects are the effects of variables; any other one is that of code.
var effects = locale.Table[entry.Effect]{
	entry.DoesLibraries:  "it makes programs load other libraries",
	entry.DoesModules:    "it makes programs load other modules",
	entry.DoesPath:       "it sets where programs are found",
	entry.DoesProgram:    "it names a program that others start",
	entry.DoesSettings:   "it sets where settings are read, and these can name other code",
	entry.DoesPackages:   "it sets where packages come from",
	entry.DoesUnchecked:  "downloads are verified less",
	entry.DoesBelieved:   "it sets which certificates are trusted",
	entry.DoesContainers: "it sets where containers run",
	entry.DoesProxy:      "its traffic goes through there",
}
