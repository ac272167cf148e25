package plan

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// fieldOrder returns the display order of fields.
func fieldOrder() []string {
	return []string{plan.FieldDate, plan.FieldIssuer, plan.FieldKind, plan.FieldTitle, plan.FieldNumber, plan.FieldAmount}
}

// sourceWords say where a field was read: “12 May 2026”, page 1.
func sourceWords(f plan.Field, read plan.Method) string {
	var parts []string
	if f.Evidence.Text != "" && f.Evidence.Text != f.Value && read != plan.MethodEXIF {
		parts = append(parts, "“"+kit.OneLine(f.Evidence.Text)+"”")
	}
	switch {
	case f.Evidence.Page > 0:
		parts = append(parts, locale.L("page {{.Page}}", "Page", f.Evidence.Page))
	case read == plan.MethodEXIF:
		parts = append(parts, locale.L("from the camera"))
	}
	return strings.Join(parts, ", ")
}

// readWords say how much of a file was read, and how well.
func readWords(r plan.Read) string {
	pages := kit.PageWords(r.Pages)
	switch r.Method {
	case plan.MethodOCR:
		return locale.L("Read {{.Pages}} (OCR, {{.Percent}}% confidence).", "Pages", cmp.Or(pages, locale.L("it")), "Percent", fmt.Sprintf("%.0f", 100*r.Confidence))
	case plan.MethodText:
		return locale.L("Read {{.Pages}}.", "Pages", cmp.Or(pages, locale.L("it")))
	case plan.MethodEXIF:
		return locale.L("Date taken from the camera.")
	default:
		return locale.L("Nothing in it could be read.")
	}
}

// stem returns a file's name without its extension.
func stem(path string) string {
	base := filepath.Base(path)
	if s := strings.TrimSuffix(base, filepath.Ext(base)); s != "" {
		return s
	}
	return base
}

// effect sums up what a plan would do.
type effect struct {
	renamed, moved int // ready files that stay in their folder; that leave it
	folders        map[string]bool
	// newInto is the folder that is created for them; newFolders reports others.
	newInto    string
	newFolders bool
}

func effectOf(p plan.Plan) effect {
	e := effect{folders: map[string]bool{}, newFolders: p.NewFolders}
	if p.NewInto {
		e.newInto = p.Into
	}
	for _, it := range p.Items {
		if it.Status != plan.StatusReady {
			continue
		}
		to := filepath.Dir(it.To)
		e.folders[to] = true
		if to == filepath.Dir(it.From) {
			e.renamed++
		} else {
			e.moved++
		}
	}
	return e
}

func (e effect) total() int { return e.renamed + e.moved }

// action is the label of the button.
func (e effect) action() string {
	switch {
	case e.total() == 0:
		return locale.L("Nothing to rename")
	case e.moved == 0:
		return locale.N("Rename {{.N}} file", "Rename {{.N}} files", e.renamed)
	case e.renamed == 0:
		return locale.N("Move {{.N}} file", "Move {{.N}} files", e.moved)
	default:
		return locale.N("Rename and move {{.N}} file", "Rename and move {{.N}} files", e.total())
	}
}

// promise is the text next to it.
func (e effect) promise() string {
	return strings.Join(slices.DeleteFunc([]string{e.fate(), e.made(), locale.L("Nothing is deleted or overwritten.")}, func(s string) bool { return s == "" }), " ")
}

// made says which folders are created for the files; may be empty.
func (e effect) made() string {
	switch {
	case e.moved == 0:
		return ""
	case e.newInto != "":
		return locale.L("The folder {{.Folder}} doesn't exist yet and is created.", "Folder", inert.Line(filepath.Base(e.newInto)))
	case e.newFolders:
		return locale.L("Folders that don't exist yet are created.")
	}
	return ""
}

// fate says what happens to the files.
func (e effect) fate() string {
	n, folders := e.total(), locale.Folders(len(e.folders))
	one := len(e.folders) == 1
	switch {
	case n == 0:
		return locale.L("Tick files to rename them.")
	case e.moved > 0 && one:
		return locale.N("{{.N}} file goes to {{.Folder}}.", "{{.N}} files go to {{.Folder}}.", n, "Folder", e.folder())
	case e.moved > 0:
		return locale.N("{{.N}} file goes in {{.Folders}}.", "{{.N}} files go in {{.Folders}}.", n, "Folders", folders)
	case one:
		return locale.N("{{.N}} file gets a new name in this folder.", "{{.N}} files get new names in this folder.", n)
	}
	return locale.N("{{.N}} file gets a new name in {{.Folders}}.", "{{.N}} files get new names in {{.Folders}}.", n, "Folders", folders)
}

// unwritableWords say in which folders nothing can be renamed.
func unwritableWords(folders []string) string {
	if len(folders) == 1 {
		return locale.L("You don't have permission to change files in “{{.Folder}}”, so renaming there will fail. Choose another folder, or ask its owner for access.", "Folder", filepath.Base(folders[0]))
	}
	return locale.N("You don't have permission to change files in {{.N}} folder, so renaming there will fail.",
		"You don't have permission to change files in {{.N}} folders, so renaming there will fail.", len(folders))
}

func (e effect) folder() string {
	for f := range e.folders {
		return filepath.Base(f)
	}
	return ""
}

// Doing says what is being done while a plan is carried out.
func Doing(p plan.Plan) string {
	e := effectOf(p)
	if e.renamed == 0 {
		return locale.N("Moving {{.N}} file", "Moving {{.N}} files", e.moved)
	}
	return locale.N("Renaming {{.N}} file", "Renaming {{.N}} files", e.total())
}
