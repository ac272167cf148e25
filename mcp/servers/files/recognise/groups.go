package recognise

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Name is one name in a folder.
type Name struct {
	Name   string
	Folder bool
}

// Folder knows which of the names in one folder belong together.
type Folder struct {
	group   map[string]string // by name
	size    map[string]int    // of a group
	writing map[string]bool   // names that a program says it has open
	project bool
}

// NewFolder looks at all names of a folder, in time that is linear in their
// number.
func NewFolder(names []Name) *Folder {
	f := &Folder{group: map[string]string{}, size: map[string]int{}, writing: map[string]bool{}}
	g := grouper{folder: f, by: map[string]Name{}, stems: map[string][]string{}, parts: map[string][]string{}, volume: regexp.MustCompile(volumeForm)}
	// Most folders hold nothing that comes along with something.
	social, rare := false, map[string]bool{}
	for _, ext := range append(companions(), coversWhole()...) {
		rare[ext] = true
	}
	for _, n := range names {
		g.take(n)
		social = social || n.Folder || rare[strings.ToLower(filepath.Ext(n.Name))]
	}
	if social || len(g.parts) > 0 {
		g.index(names)
		for _, n := range names {
			g.join(n)
		}
	}
	g.volumes()
	return f
}

// Project reports whether the folder is a project or under version control.
func (f *Folder) Project() bool { return f.project }

// Size is how many names belong to a group.
func (f *Folder) Size(group string) int { return f.size[group] }

// Flags returns all flags of a name in the folder, but for what only its contents
// tell.
func (f *Folder) Flags(name string, folder bool) []string {
	flags := ByName(name, folder)
	if f.writing[name] && !slices.Contains(flags, BeingWritten) {
		flags = append(flags, BeingWritten)
	}
	if group := f.group[name]; group != "" {
		flags = append(flags, groupPrefix+group)
	}
	return flags
}

// stemMax is how many names with one stem are looked at for a companion.
const stemMax = 64

// grouper finds the groups. Its keys are in lower case.
type grouper struct {
	folder *Folder
	by     map[string]Name
	stems  map[string][]string // the names of files by what is before their extension
	parts  map[string][]string // the parts of archives by the archive
	volume *regexp.Regexp
}

func (g *grouper) take(n Name) {
	lower := strings.ToLower(n.Name)
	g.folder.project = g.folder.project || ProjectMark(n.Name)
	if n.Folder {
		return
	}
	if archive := g.volumeOf(lower); archive != "" {
		g.parts[archive] = append(g.parts[archive], n.Name)
	}
	if open, is := lockOf(n.Name); is {
		g.folder.writing[open] = true
	}
}

// index makes the names findable.
func (g *grouper) index(names []Name) {
	for _, n := range names {
		lower := strings.ToLower(n.Name)
		g.by[lower] = n
		if !n.Folder {
			stem := strings.TrimSuffix(lower, filepath.Ext(lower))
			g.stems[stem] = append(g.stems[stem], n.Name)
		}
	}
}

// volumeOf returns the archive that a file is a part of, by its name.
func (g *grouper) volumeOf(lower string) string {
	last := lower[len(lower)-1]
	if !strings.Contains(lower, ".part") && (last < '0' || last > '9') {
		return ""
	}
	m := g.volume.FindStringSubmatch(lower)
	if m == nil {
		return ""
	}
	return m[1]
}

// volumeForm is x.part1.rar, x.zip.001, x.r00, x.z01 and x.part1.
const volumeForm = `^(.+)\.(?:part\d+\.(?:rar|zip|7z|exe)|(?:7z|zip|rar|tar|gz|tgz|iso|bin)\.\d{2,3}|[rz]\d{2}|part\d+)$`

// lockOf returns the name of the document that an office program has open, if name
// is the mark that it leaves.
func lockOf(name string) (string, bool) {
	inner, ok := strings.CutPrefix(name, ".~lock.")
	if ok {
		return strings.TrimSuffix(inner, "#"), strings.HasSuffix(inner, "#")
	}
	return strings.CutPrefix(name, "~$")
}

// volumes groups the parts of archives, with the file that has the archive's
// name and an extension of its own (x.zip with x.z01, x.rar with x.r00).
func (g *grouper) volumes() {
	for archive, parts := range g.parts {
		for _, ext := range []string{".zip", ".rar", ".exe"} {
			if n, there := g.by[archive+ext]; there && !n.Folder && g.volumeOf(archive+ext) == "" {
				parts = append(parts, n.Name)
			}
		}
		if len(parts) > 1 {
			g.together(archive, parts...)
		}
	}
}

// join puts a name together with what it comes along with.
func (g *grouper) join(n Name) {
	lower := strings.ToLower(n.Name)
	ext := filepath.Ext(lower)
	stem := strings.TrimSuffix(lower, ext)
	if n.Folder {
		g.page(n, lower)
		return
	}
	if main, there := g.by[stem]; there && !main.Folder && slices.Contains(coversWhole(), ext) {
		g.together(main.Name, main.Name, n.Name)
		return
	}
	mains := g.stems[stem]
	for _, main := range mains[:min(len(mains), stemMax)] {
		if main != n.Name && goesWith(ext, strings.ToLower(filepath.Ext(main))) {
			g.together(strings.TrimSuffix(main, filepath.Ext(main)), main, n.Name)
		}
	}
}

// page puts a folder of pictures together with the page that shows them.
func (g *grouper) page(n Name, lower string) {
	for _, end := range []string{"_files", ".files", "-files", "_media", ".assets", "_assets", "-images", "_images", "_pictures", ""} {
		stem, is := strings.CutSuffix(lower, end)
		if !is {
			continue
		}
		for _, ext := range []string{".md", ".markdown", ".html", ".htm", ".tex", ".org"} {
			if main, there := g.by[stem+ext]; there && !main.Folder {
				g.together(strings.TrimSuffix(main.Name, filepath.Ext(main.Name)), main.Name, n.Name)
				return
			}
		}
	}
}

// coversWhole are the extensions that come after a whole name.
func coversWhole() []string {
	return []string{".xmp", ".aae", ".sig", ".asc", ".md5", ".sha1", ".sha256", ".sha512", ".json", ".thm"}
}

// companions are the rarer extensions of each pair that goesWith knows.
func companions() []string {
	return append(raws(), ".xmp", ".aae", ".srt", ".vtt", ".sub", ".idx", ".ass", ".thm", ".lrf", ".lrc", ".cue", ".mov", ".shp")
}

// raws are pictures as cameras take them.
func raws() []string {
	return []string{".dng", ".cr2", ".cr3", ".nef", ".arw", ".orf", ".rw2", ".raf"}
}

// goesWith reports whether files with these extensions and one stem belong together.
func goesWith(ext, main string) bool {
	image := append(raws(), ".jpg", ".jpeg", ".heic", ".heif", ".png", ".tif", ".tiff")
	film := []string{".mov", ".mp4", ".m4v", ".mkv", ".avi", ".webm", ".mpg", ".mts"}
	sound := []string{".mp3", ".flac", ".wav", ".m4a", ".ogg", ".ape", ".bin"}
	switch ext {
	case ".xmp", ".aae":
		return slices.Contains(image, main) || slices.Contains(film, main)
	case ".srt", ".vtt", ".sub", ".idx", ".ass", ".thm", ".lrf":
		return slices.Contains(film, main)
	case ".lrc", ".cue":
		return slices.Contains(sound, main)
	case ".mov":
		return slices.Contains([]string{".heic", ".heif", ".jpg", ".jpeg"}, main)
	case ".jpg", ".jpeg":
		return slices.Contains(raws(), main)
	case ".shx", ".dbf", ".prj", ".cpg":
		return main == ".shp"
	}
	return false
}

// together puts names into the group of one of them, or into a new one.
func (g *grouper) together(group string, names ...string) {
	f := g.folder
	for _, n := range names {
		if known := f.group[n]; known != "" {
			group = known
			break
		}
	}
	for _, n := range names {
		if f.group[n] == "" {
			f.group[n] = group
			f.size[group]++
		}
	}
}
