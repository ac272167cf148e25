package triage

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/example"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/habit"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// examples are what the files and folders that are there say about how others are to
// be named.
type examples struct {
	// folder is the one whose files follow pattern; nil: they follow none.
	folder  string
	pattern *example.Pattern
	// loose are the files of a folder that take part in the plan's pattern themselves.
	loose bool
	// places are the folders that are there or will be, by the one that they are in
	// and by the keys of their names.
	places map[string]map[string][]string
}

// examples looks at the folder that the request points at, or else at the one that the
// files go to or are in, and puts the pattern that is found there into the plan.
func (j *job) examples(p *plan.Plan, req Request) (examples, error) {
	seen := examples{places: map[string]map[string][]string{}}
	target := j.target(*p, req)
	if target != "" {
		found, err := j.lookThrough(target, p.Into != "", j.roots)
		if err != nil {
			return seen, err
		}
		seen.add(target, found)
		seen.folder = target
		seen.pattern, _ = example.Of(found.files, ofNames)
	}
	if req.Like != "" {
		found, err := j.lookThrough(req.Like, true, append(slices.Clone(j.roots), req.Like))
		if err != nil {
			return seen, err
		}
		seen.folder = req.Like
		if seen.pattern, _ = example.Of(found.files, ofNames); seen.pattern == nil && req.Template == "" {
			return seen, ErrNoPattern
		}
	}
	if seen.pattern == nil || req.Template != "" || req.Join != "" || req.Like == "" && explains(p.Template, seen.pattern) {
		return seen, nil
	}
	p.Template, p.Like, seen.loose = seen.pattern.Template, seen.folder, true
	return seen, nil
}

// target is the folder that files go to, where that is one that is there.
func (j *job) target(p plan.Plan, req Request) string {
	switch {
	case p.NewInto:
		return ""
	case p.Into != "":
		return p.Into
	case len(req.Paths) != 1:
		return ""
	}
	if at, err := ask[files.Entry](j, "files_info", files.InfoRequest{Path: req.Paths[0]}); err == nil && at.Type == files.TypeFolder {
		return req.Paths[0]
	}
	return ""
}

// survey is what a folder holds, as far as it is looked through.
type survey struct {
	files   []example.File
	folders [][]string
}

// lookThrough lists the first entries of a folder, those in folders inside only if it
// is deep.
func (j *job) lookThrough(folder string, deep bool, roots []string) (survey, error) {
	looking := *j
	looking.roots = roots
	var s survey
	all, err := ask[files.Listing](&looking, "files_list", files.ListRequest{Path: folder, Recursive: true, Limit: listPage})
	for _, e := range all.Entries {
		rel, inside := filename.Inside(folder, e.Path)
		if !inside || rel == "." || isApart(e) {
			continue
		}
		parts := strings.Split(rel, string(filepath.Separator))
		last := len(parts) - 1
		switch {
		case e.Type == files.TypeFolder:
			s.folders = append(s.folders, parts)
		case e.Type == files.TypeFile && (deep || last == 0):
			s.files = append(s.files, example.File{Folders: parts[:last], Name: parts[last]})
		}
	}
	return s, err
}

// isApart reports whether an entry is hidden, or part of a project or a package.
func isApart(e files.Entry) bool {
	return e.Hidden || slices.ContainsFunc(e.Flags, func(flag string) bool {
		return flag == files.FlagProject || flag == files.FlagPackage || flag == files.FlagHidden
	})
}

// ofNames tells example what is known of names.
var ofNames = example.Judge{
	Kind: isKind,
	Made: func(stem string) bool {
		if programNames.MatchString(stem) {
			return true
		}
		dated := hasDate(stem) && slices.ContainsFunc(strings.FieldsFunc(stem, isGap), isKind) // in the folder of a sender
		return len(realWords(stem)) == 0 && !dated
	},
}

// isKind reports whether a text is what documents are called, and nothing else.
func isKind(text string) bool {
	tokens := lex.Tokenise(text)
	_, next, ok := page.KindAt(tokens, 0)
	return len(tokens) > 0 && ok && next == len(tokens)
}

// explains reports whether files that are named by a template follow a pattern, too, so
// that it says nothing new.
func explains(usual string, found *example.Pattern) bool {
	tmpl, err := parseTemplate(usual)
	if err != nil || !found.Plain || len(tmpl.FolderParts()) > 0 {
		return false
	}
	parts := tmpl.Parts()
	words := usual
	for _, part := range parts {
		words = strings.Replace(words, "{"+part+"}", "", 1)
	}
	if strings.TrimSpace(words) != "" {
		return false // it has words or filters of its own
	}
	for _, part := range found.Parts {
		i := slices.IndexFunc(parts, func(p string) bool {
			return p == part || p == plan.FieldTitle && part == template.Number
		})
		if i < 0 {
			return false
		}
		parts = parts[i+1:]
	}
	return true
}

// keep marks the files of a work list that follow the pattern already.
func (x examples) keep(work []task) {
	for i, w := range work {
		if x.loose && filepath.Dir(w.Path) == x.folder && x.pattern.Follows(w.Name) {
			work[i].series = true
		}
	}
}

// sender returns how the sender of a document is spelt there, and the template of the
// folder that its files are in; either may be empty.
func (x examples) sender(item plan.Item) (spelling, folder string) {
	if x.pattern == nil {
		return "", ""
	}
	return x.pattern.Sender(item.Fields[plan.FieldIssuer].AsRead())
}

// reason says that something is as it is there.
func (x examples) reason(about string) plan.Reason {
	return plan.Reason{Code: plan.ReasonLike, Field: about, Args: []string{x.folder}}
}

// add notes the folders in a folder.
func (x examples) add(base string, found survey) {
	for _, parts := range found.folders {
		last := len(parts) - 1
		x.note(filepath.Join(append([]string{base}, parts[:last]...)...), parts[last])
	}
}

func (x examples) note(in, name string) {
	if x.places[in] == nil {
		x.places[in] = map[string][]string{}
	}
	key := habit.Key(name)
	x.places[in][key] = append(x.places[in][key], name)
}

// there is a way down from base in which folders that are there already, or that
// another file of the plan makes, stand for those that mean the same.
func (x examples) there(base string, folders []string) []string {
	if x.places == nil {
		return folders
	}
	way := slices.Clone(folders)
	for i, f := range way {
		all := x.places[base][habit.Key(f)]
		same := slices.IndexFunc(all, func(other string) bool { return habit.SameName(f, other) })
		switch {
		case slices.Contains(all, f):
		case same >= 0:
			way[i] = all[same]
		default:
			x.note(base, f)
		}
		base = filepath.Join(base, way[i])
	}
	return way
}
