package intent

import "strings"

// takeContrast reads "not into Bills" after a target, which excludes no file. "Not Bills"
// may exclude some: only the existing folders and files can tell.
func (r *reader) takeContrast(i int) bool {
	next := i + 1
	for r.isAt(next, roleInto, roleTo) || next > i+1 && r.isAt(next, roleFolder) {
		next++
	}
	name, end := r.folderName(next, r.isAt(next-1, roleFolder))
	into := r.request.Into != "" && r.mode != excepting
	switch {
	case name == "":
		return false
	case next > i+1: // "not into Bills but into Taxes"
		if r.isAt(end, roleBut) && r.isAt(end+1, roleInto, roleTo) {
			into, end = true, end+1
		}
	case r.items[i].is(roleExcept):
		into = into && r.request.Instead.Folder == ""
		if into {
			r.request.Instead = Instead{name, r.pickNamed(next, name)}
		}
	}
	if into {
		r.use(i+1, end-i-1)
	}
	return into
}

// pickNamed returns the files meant by a name that may be a folder's.
func (r *reader) pickNamed(i int, name string) Pick {
	it := r.items[i]
	switch kind := r.kindOf(&it, excepting); {
	case it.kind == tokenName:
		return Pick{Name: name}
	case kind != "" && it.field == name:
		return Pick{Kind: kind}
	}
	return Pick{Word: strings.ToLower(name)}
}

// folderName returns the folder name that begins at i and extends to the end of its
// clause, and its end; "" if there is none.
func (r *reader) folderName(i int, called bool) (name string, end int) {
	switch {
	case i >= len(r.items):
		return "", i
	case r.items[i].kind == tokenName && !IsFileName(r.items[i].text):
		name, end = r.items[i].text, i+1
	case r.items[i].kind == tokenWord && r.isFolderName(i, called):
		name, end = r.writtenName(i, false)
	}
	if end < len(r.items) && !r.items[end].ended && !r.isAt(end, verbs...) && !r.isAt(end, roleBut, rolePlease, roleCourtesy, roleExcept, roleContrast) {
		return "", end
	}
	return name, end
}
