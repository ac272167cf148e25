package plan

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// fieldOrder is the order in which fields are shown; fieldLabels what they are
// called.
func fieldOrder() []string {
	return []string{plan.FieldDate, plan.FieldIssuer, plan.FieldKind, plan.FieldTitle, plan.FieldAmount}
}

func fieldLabel(name string) string {
	switch name {
	case plan.FieldDate:
		return "Date"
	case plan.FieldIssuer:
		return "From"
	case plan.FieldKind:
		return "Kind"
	case plan.FieldTitle:
		return "Title"
	default:
		return "Amount"
	}
}

// sourceWords says where a field was read: “12 May 2026”, page 1.
func sourceWords(f plan.Field, read plan.Method) string {
	var parts []string
	if f.Evidence.Text != "" && f.Evidence.Text != f.Value {
		parts = append(parts, "“"+kit.OneLine(f.Evidence.Text)+"”")
	}
	switch {
	case f.Evidence.Page > 0:
		parts = append(parts, fmt.Sprintf("page %d", f.Evidence.Page))
	case read == plan.MethodEXIF:
		parts = append(parts, "from the camera")
	}
	return strings.Join(parts, ", ")
}

// readWords says how much of a file was read, and how well.
func readWords(r plan.Read) string {
	pages := kit.PageWords(r.Pages)
	switch r.Method {
	case plan.MethodOCR:
		return fmt.Sprintf("Read %s by OCR, %.0f %% sure.", cmp.Or(pages, "it"), 100*r.Confidence)
	case plan.MethodText:
		return fmt.Sprintf("Read %s from its own text.", cmp.Or(pages, "it"))
	case plan.MethodEXIF:
		return "Read what the camera wrote into the picture."
	default:
		return "Nothing in it could be read."
	}
}

// stem is a file's name without its extension.
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
}

func effectOf(p plan.Plan) effect {
	e := effect{folders: map[string]bool{}}
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

// action is what the button says.
func (e effect) action() string {
	switch {
	case e.total() == 0:
		return "Nothing to rename"
	case e.moved == 0:
		return "Rename " + kit.Count(e.renamed, "file")
	case e.renamed == 0:
		return "Move " + kit.Count(e.moved, "file")
	default:
		return "Rename and move " + kit.Count(e.total(), "file")
	}
}

// promise is what stands beside it.
func (e effect) promise() string {
	const safe = " Nothing is deleted or overwritten."
	n := e.total()
	place := "in " + kit.Count(len(e.folders), "folder")
	switch {
	case n == 0:
		return "Tick a file to rename it." + safe
	case e.moved > 0:
		if len(e.folders) == 1 {
			place = "to " + e.folder()
		}
		return fmt.Sprintf("%s %s %s.%s", kit.Count(n, "file"), kit.Verb(n, "goes", "go"), place, safe)
	case len(e.folders) == 1:
		place = "in this folder"
	}
	return fmt.Sprintf("%s %s %s.%s", kit.Count(n, "file"), kit.Verb(n, "gets a new name", "get new names"), place, safe)
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
		return "Moving " + kit.Count(e.moved, "file")
	}
	return "Renaming " + kit.Count(e.total(), "file")
}
