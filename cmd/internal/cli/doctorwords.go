package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
)

// checkWords say what a check found, and what to do about it; an empty todo means
// nothing.
func checkWords(c app.Check) (detail, todo string) {
	switch c.Code {
	case app.CheckFolders:
		return "Data is kept in " + c.Text + ".", ""
	case app.CheckNoFolders:
		return "A data folder cannot be created. " + errorWords(c.Err), "Make it writable, or set " + config.HomeVariable + " to another folder."
	case app.CheckBadConfig:
		return errorWords(c.Err), "Correct it, or delete it; a new one is created."
	case app.CheckInUse:
		return "Locked by the running Deskhand.", ""
	case app.CheckNotice:
		return damageWords(app.Damage{Database: c.Salvage}), ""
	case app.CheckNoDatabase:
		return errorWords(c.Err), "Check who can write to " + c.Text + "."
	case app.CheckUnclosed:
		return errorWords(c.Err), "Check the disk that " + c.Text + " is on."
	case app.CheckEmptyChain, app.CheckRemoteModels, app.CheckNoModelServer, app.CheckModels, app.CheckNoChain, app.CheckBadHost:
		return modelCheckWords(c)
	case app.CheckNoDocuments:
		return "The documents server does not answer.", "See the check of the server above."
	case app.CheckNoReader:
		return "Images and scans cannot be read.", c.Advised
	case app.CheckReader:
		return "Images are read in " + readWith(c) + ".", c.Advised
	case app.CheckOpenReader:
		return "Images are read in " + readWith(c) + ". Readers of files are not sandboxed on this system; on Linux that needs a kernel with seccomp.", c.Advised
	default:
		return serverCheckWords(c)
	}
}

// damageWords say which of our own files were damaged, and what was kept of them.
func damageWords(d app.Damage) string {
	var said []string
	if kept := d.Database; kept.MovedTo != "" {
		said = append(said, fmt.Sprintf("The database was damaged and moved to %s; %d messages in %d conversations were recovered.",
			kept.MovedTo, kept.Messages, kept.Conversations))
		if kept.FromSnapshot > 0 {
			said = append(said, fmt.Sprintf("%d of these conversations came from an earlier copy and may lack the latest messages.", kept.FromSnapshot))
		}
	}
	if d.Habits != "" {
		said = append(said, "Your earlier corrections could not be read and were moved to "+d.Habits+".")
	}
	return strings.Join(said, " ")
}

// languageNames are the English names of tesseract's languages.
var languageNames = map[string]string{
	"eng": "English", "deu": "German", "fra": "French", "spa": "Spanish", "ita": "Italian",
	"nld": "Dutch", "por": "Portuguese", "pol": "Polish", "swe": "Swedish", "dan": "Danish",
	"nor": "Norwegian", "fin": "Finnish", "ces": "Czech", "tur": "Turkish", "ukr": "Ukrainian",
	"rus": "Russian", "jpn": "Japanese", "kor": "Korean", "chi_sim": "Chinese", "chi_tra": "Traditional Chinese",
}

// readWith says in which languages pictures are read, and by what.
func readWith(c app.Check) string {
	names := lists.Map(c.Languages, func(code string) string { return cmp.Or(languageNames[code], code) })
	return strings.Join(names, ", ") + " (" + c.Text + ")"
}

func serverCheckWords(c app.Check) (detail, todo string) {
	switch c.Code {
	case app.CheckUp:
		return "Running.", ""
	case app.CheckDown:
		detail = "It did not start."
		if why := serverwords.End(c.End); why != "" {
			detail += " Its last words: " + why
		}
		return detail, "Reinstall Deskhand if this does not go away."
	case app.CheckNoServers:
		return errorWords(c.Err), "Correct it; its servers are not started until then."
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
		return "The list of models cannot be read.", "See the check of the configuration above."
	case app.CheckBadHost:
		return errorWords(c.Err), "Correct " + app.HostVariable + "."
	case app.CheckEmptyChain:
		return "No model is selected; the built-in rules answer and name files.", adviceWords(c.Advice)
	case app.CheckRemoteModels:
		return "Ollama is on another computer, which is not allowed; the built-in rules are used. " + remoteWords(c.Advice.Remote),
			"To allow it: deskhand models allow"
	case app.CheckNoModelServer:
		return "Ollama is not running at " + c.Advice.Address + "; the built-in rules are used.", adviceWords(c.Advice)
	default:
		return chainWords(c.Models)
	}
}
