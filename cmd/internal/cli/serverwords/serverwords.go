package serverwords

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// Problem says why an entry of mcp.json is not started and what to do; empty
// when nothing is wrong.
func Problem(p entry.Problem) string {
	if words := plainProblems[p.Code]; words != "" || p.Code == "" {
		return words
	}
	name, detail := Visible(p.Name), Visible(p.Detail)
	switch p.Code {
	case entry.NoObject, entry.Twice, entry.Syntax, entry.TooLong, entry.NoServers:
		return formWords(p, name, detail)
	case entry.NoText:
		return "Its " + name + " must be text."
	case entry.NoList:
		return "Its " + name + " must be a list of texts."
	case entry.NoTexts:
		return "Its " + name + " must be texts by their names."
	case entry.NoSwitch:
		return "Its " + name + " must be true or false."
	case entry.NoTime:
		return "Its timeout " + detail + ` is no time such as "90s", nor a number of seconds.`
	case entry.Transport:
		return "Its type " + detail + " is not known. Use stdio, http or sse."
	case entry.Of:
		return "It is a part of " + name + " and no server of its own. Look for a server that does the same."
	case entry.Address:
		return detail + " is no address of a server. It begins with https:// or http://, and holds no name and password."
	case entry.Header:
		return "The header " + name + " cannot be sent. Take it out of headers, or correct it."
	default:
		return namingWords(p, name, detail)
	}
}

// plainProblems are the problems that are told without their arguments.
var plainProblems = map[entry.Code]string{
	entry.TimeRange: "Its timeout must be between 0 and one hour; a bare number means seconds.",
	entry.BothWays:  "It names a command and an address. Take one of the two out.",
	entry.Nothing:   "It names neither a command nor an address.",
	entry.NoName:    "It has no name.",
	entry.Hidden:    "Its name holds a character that cannot be shown.",
	entry.Folder:    "Its cwd must be a folder named from the root, or from ~/.",
	entry.Nul:       "Its command holds a character that no command can hold.",
	entry.OAuth:     "Its oauth must be an object with clientId, and perhaps clientSecret, scope and callbackPort.",
	entry.ToolForm:  "Its definition cannot be understood.",
	entry.ToolTask:  "It runs only as a task in the background, which is not supported.",
}

// namingWords are those about names, variables and programs.
func namingWords(p entry.Problem, name, detail string) string {
	switch p.Code {
	case entry.LongName:
		return fmt.Sprintf("Its name is longer than %d letters.", entry.MaxName)
	case entry.OwnName:
		return "The name " + name + " belongs to a part of Deskhand; choose another."
	case entry.LikeOwn:
		return fmt.Sprintf("The name %+q looks like %s, which belongs to a part of Deskhand; choose another.", p.Name, detail)
	case entry.Variable:
		return fmt.Sprintf("%q is no name of an environment variable.", p.Name)
	case entry.Dangerous:
		return "The variable " + name + " is refused: " + Effect(entry.Effect(p.Detail)) + ". Take it out of env."
	case entry.Unset:
		return "It refers to the variable " + name + ", which is not set. Set it where Deskhand is started from, or write the value into the entry."
	case entry.UnknownVar:
		return "It refers to " + name + ", which means nothing outside of an editor. Write the value into the entry."
	case entry.Input:
		return "It asks for " + name + ", which nobody has given yet."
	case entry.NoProgram:
		return fmt.Sprintf("The program %q is not on this computer, or cannot be run. Install it, or correct the command.", p.Name)
	case entry.NotOne:
		return fmt.Sprintf("There is no program %q. Its command is one program; what follows belongs into args, and no shell reads it.", p.Name)
	case entry.Files:
		return "What it would run cannot be read, so nobody can agree to it: " + detail + "."
	case entry.ToolLongName:
		return "Its name is longer than " + detail + " letters."
	case entry.ToolLongText:
		return "Its description is longer than " + detail + " KiB."
	case entry.ToolLikeOwn:
		return "Its name looks like " + name + ", which belongs to a part of Deskhand."
	case entry.ToolSchema:
		return "The schema of its arguments cannot be used: " + detail + "."
	}
	return strings.TrimSpace(string(p.Code) + " " + name + " " + detail)
}

// formWords are those about the form of an entry and of the whole file.
func formWords(p entry.Problem, name, detail string) string {
	switch p.Code {
	case entry.NoObject:
		if p.Name == "" {
			return "It must be an object in braces."
		}
		return "Its " + name + " must be an object in braces."
	case entry.Twice:
		return name + " is there twice. Take one of the two out."
	case entry.TooLong:
		return "It is longer than " + detail + " MiB."
	case entry.NoServers:
		return "It names no servers."
	}
	if p.Detail == "" {
		return "It is not written in " + name + "."
	}
	return "It is not written in " + name + ": see line " + detail + "."
}

// Effect says what a variable does to the programs that get it.
func Effect(e entry.Effect) string {
	return cmp.Or(effects[e], string(e))
}

// effects are what variables do.
var effects = map[entry.Effect]string{
	entry.DoesLibraries:  "it makes programs load foreign libraries",
	entry.DoesModules:    "it makes programs load foreign modules",
	entry.DoesCode:       "it makes programs run foreign code",
	entry.DoesPath:       "programs are looked for where it says",
	entry.DoesProgram:    "it names a program that others start",
	entry.DoesSettings:   "settings are read where it says, and they can name foreign code",
	entry.DoesPackages:   "packages are fetched from where it says",
	entry.DoesUnchecked:  "what is fetched is checked less",
	entry.DoesBelieved:   "it says who on the network is believed",
	entry.DoesContainers: "containers run where it says",
	entry.DoesProxy:      "what it sends goes through there",
}

// Visible quotes what would not show as it is.
func Visible(text string) string {
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }) || text != strings.TrimSpace(text) {
		return strconv.QuoteToGraphic(text)
	}
	return text
}
