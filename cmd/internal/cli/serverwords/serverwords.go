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
		return "Its " + name + " must be a string."
	case entry.NoList:
		return "Its " + name + " must be a list of strings."
	case entry.NoTexts:
		return "Its " + name + " must be an object of strings."
	case entry.NoSwitch:
		return "Its " + name + " must be true or false."
	case entry.NoTime:
		return "Its timeout " + detail + ` is no time such as "90s", nor a number of seconds.`
	case entry.Transport:
		return "Its type " + detail + " is not known. Use stdio, http or sse."
	case entry.Of:
		return "It is part of " + name + ", not a server. Look for a server that does the same."
	case entry.Address:
		return detail + " is not a valid address. It must begin with https:// or http:// and contain no user name or password."
	case entry.Header:
		return "The header " + name + " cannot be sent. Remove it from headers, or correct it."
	default:
		return namingWords(p, name, detail)
	}
}

// plainProblems are the problems that are told without their arguments.
var plainProblems = map[entry.Code]string{
	entry.TimeRange: "Its timeout must be between 0 and one hour; a bare number means seconds.",
	entry.BothWays:  "It has both a command and an address. Remove one of them.",
	entry.Nothing:   "It has neither a command nor an address.",
	entry.NoName:    "It has no name.",
	entry.Hidden:    "Its name has an unprintable character.",
	entry.Folder:    "Its cwd must be an absolute path, or start with ~/.",
	entry.Nul:       "Its command has an invalid character.",
	entry.OAuth:     "Its oauth must be an object with clientId and, optionally, clientSecret, scope and callbackPort.",
	entry.ToolForm:  "Its definition is invalid.",
	entry.ToolTask:  "It runs only as a background task, which is not supported.",
}

// namingWords are those about names, variables and programs.
func namingWords(p entry.Problem, name, detail string) string {
	switch p.Code {
	case entry.LongName:
		return fmt.Sprintf("Its name is longer than %d letters.", entry.MaxName)
	case entry.OwnName:
		return "The name " + name + " is reserved for Deskhand; choose another."
	case entry.LikeOwn:
		return fmt.Sprintf("The name %+q looks like %s, which is reserved for Deskhand; choose another.", p.Name, detail)
	case entry.Variable:
		return fmt.Sprintf("%q is not a valid name of an environment variable.", p.Name)
	case entry.Dangerous:
		return "The variable " + name + " is refused: " + Effect(entry.Effect(p.Detail)) + ". Remove it from env."
	case entry.Unset:
		return "It refers to the variable " + name + ", which is not set. Set it before Deskhand starts, or write the value into the entry."
	case entry.UnknownVar:
		return "It refers to " + name + ", which only works in an editor. Write the value into the entry."
	case entry.Input:
		return "It asks for " + name + ", which is not set yet."
	case entry.NoProgram:
		return fmt.Sprintf("The program %q is not on this computer, or cannot be run. Install it, or correct the command.", p.Name)
	case entry.NotOne:
		return fmt.Sprintf("There is no program %q. The command is one program; put its arguments into args (there is no shell).", p.Name)
	case entry.Files:
		return "The program it would run cannot be read, so it cannot be approved: " + detail + "."
	case entry.ToolLongName:
		return "Its name is longer than " + detail + " letters."
	case entry.ToolLongText:
		return "Its description is longer than " + detail + " KiB."
	case entry.ToolLikeOwn:
		return "Its name looks like " + name + ", which is reserved for Deskhand."
	case entry.ToolSchema:
		return "The schema of its arguments is unusable: " + detail + "."
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
		return name + " occurs twice. Remove one of them."
	case entry.TooLong:
		return "It is longer than " + detail + " MiB."
	case entry.NoServers:
		return "It has no servers."
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
	entry.DoesLibraries:  "it makes programs load other libraries",
	entry.DoesModules:    "it makes programs load other modules",
	entry.DoesCode:       "it makes programs run other code",
	entry.DoesPath:       "it sets where programs are found",
	entry.DoesProgram:    "it names a program that other programs start",
	entry.DoesSettings:   "it sets where settings are read, and these can name other code",
	entry.DoesPackages:   "it sets where packages come from",
	entry.DoesUnchecked:  "downloads are verified less",
	entry.DoesBelieved:   "it sets which certificates are trusted",
	entry.DoesContainers: "it sets where containers run",
	entry.DoesProxy:      "its traffic goes through there",
}

// Visible quotes what would not show as it is.
func Visible(text string) string {
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }) || text != strings.TrimSpace(text) {
		return strconv.QuoteToGraphic(text)
	}
	return text
}
