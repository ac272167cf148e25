package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
)

// checkWords say what a check found, and what to do about it; nothing is to be
// done where that is empty.
func checkWords(c app.Check) (detail, todo string) {
	switch c.Code {
	case app.CheckFolders:
		return "Data is kept in " + c.Text + ".", ""
	case app.CheckNoFolders:
		return "A folder of the program cannot be made. " + errorWords(c.Err), "Make it writable, or set " + config.HomeVariable + " to another place."
	case app.CheckBadConfig:
		return errorWords(c.Err), "Correct it, or take it away: it is made again."
	case app.CheckInUse:
		return "In use by the Deskhand that is running.", ""
	case app.CheckNotice:
		return damageWords(app.Damage{Database: c.Salvage}), ""
	case app.CheckNoDatabase:
		return errorWords(c.Err), "Check who may write to " + c.Text + "."
	case app.CheckUnclosed:
		return errorWords(c.Err), "Check the disk that " + c.Text + " is on."
	case app.CheckEmptyChain, app.CheckRemoteModels, app.CheckNoModelServer, app.CheckModels, app.CheckNoChain, app.CheckBadHost:
		return modelCheckWords(c)
	case app.CheckNoDocuments:
		return "The documents server does not answer.", "See the check of the server above."
	case app.CheckNoReader:
		return "Pictures and scans are not read.", c.Advised
	case app.CheckReader:
		return "Pictures are read in " + readWith(c) + ".", c.Advised
	case app.CheckOpenReader:
		return "Pictures are read in " + readWith(c) + ". This system cannot close in what reads files: on Linux that takes a kernel with seccomp.", c.Advised
	default:
		return serverCheckWords(c)
	}
}

// damageWords say which of our own files were damaged, and what was kept of them.
func damageWords(d app.Damage) string {
	var said []string
	if kept := d.Database; kept.MovedTo != "" {
		said = append(said, fmt.Sprintf("The database was damaged and was moved to %s; %d messages in %d conversations could be read and were kept.",
			kept.MovedTo, kept.Messages, kept.Conversations))
		if kept.FromSnapshot > 0 {
			said = append(said, fmt.Sprintf("%d of these conversations came from an earlier copy, and may lack what was said last.", kept.FromSnapshot))
		}
	}
	if d.Habits != "" {
		said = append(said, "What you corrected before could not be read, and was moved to "+d.Habits+".")
	}
	return strings.Join(said, " ")
}

// languageNames are tesseract's names of languages in words.
var languageNames = map[string]string{
	"eng": "English", "deu": "German", "fra": "French", "spa": "Spanish", "ita": "Italian",
	"nld": "Dutch", "por": "Portuguese", "pol": "Polish", "swe": "Swedish", "dan": "Danish",
	"nor": "Norwegian", "fin": "Finnish", "ces": "Czech", "tur": "Turkish", "ukr": "Ukrainian",
	"rus": "Russian", "jpn": "Japanese", "kor": "Korean", "chi_sim": "Chinese", "chi_tra": "Traditional Chinese",
}

// readWith says in which languages pictures are read, and by what.
func readWith(c app.Check) string {
	var names []string
	for _, code := range c.Languages {
		names = append(names, cmp.Or(languageNames[code], code))
	}
	return strings.Join(names, ", ") + " (" + c.Text + ")"
}

func serverCheckWords(c app.Check) (detail, todo string) {
	switch c.Code {
	case app.CheckUp:
		return "It is up.", ""
	case app.CheckDown:
		detail = "It did not start."
		if why := serverwords.End(c.End); why != "" {
			detail += " Its last words: " + why
		}
		return detail, "Install Deskhand again if this stays."
	case app.CheckNoServers:
		return errorWords(c.Err), "Correct it; until then its servers are not started."
	case app.CheckListed:
		return "It is in mcp.json.", ""
	case app.CheckBadServer:
		var refused *app.RefusedServer
		if errors.As(c.Err, &refused) {
			detail = problemWords(refused.Why)
		}
		return detail, "Correct its entry in " + c.Text + "."
	}
	return c.Text, "" // a path
}

func modelCheckWords(c app.Check) (detail, todo string) {
	switch c.Code {
	case app.CheckNoChain:
		return "The chain of models cannot be read.", "See the check of the configuration above."
	case app.CheckBadHost:
		return errorWords(c.Err), "Correct " + app.HostVariable + "."
	case app.CheckEmptyChain:
		return "No model is in the chain: the built-in rules answer and name files.", adviceWords(c.Advice)
	case app.CheckRemoteModels:
		return "Ollama is on another computer, which is not allowed: the built-in rules stand in. " + remoteWords(c.Advice.Remote),
			"To allow it: deskhand models allow"
	case app.CheckNoModelServer:
		return "Ollama does not answer at " + c.Advice.Address + ": the built-in rules stand in.", adviceWords(c.Advice)
	default:
		return chainWords(c.Models)
	}
}
