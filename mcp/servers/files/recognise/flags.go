package recognise

import (
	"path/filepath"
	"slices"
	"strings"
)

// The flags of a file or folder. A group is told by "group:" and its name.
const (
	OnlineOnly   = "online_only"
	BeingWritten = "being_written"
	Signed       = "signed"
	Hidden       = "hidden"
	Package      = "package"
	Project      = "project"

	groupPrefix = "group:"
)

// ByName returns the flags that a name alone tells.
func ByName(name string, folder bool) []string {
	var flags []string
	lower := strings.ToLower(name)
	ext := filepath.Ext(lower)
	if strings.HasPrefix(name, ".") {
		flags = append(flags, Hidden)
	}
	switch {
	case folder && slices.Contains(packageExts(), ext):
		flags = append(flags, Package)
	case strings.HasPrefix(name, ".") && ext == ".icloud", !folder && (ext == ".nextcloud" || ext == ".owncloud"):
		flags = append(flags, OnlineOnly)
	case slices.Contains(partialExts(), ext):
		flags = append(flags, BeingWritten)
	}
	return flags
}

// packageExts are folders that look like one file on the system that they come
// from.
func packageExts() []string {
	return []string{
		".app", ".bundle", ".framework", ".plugin", ".kext", ".pkg", ".photoslibrary", ".musiclibrary", ".tvlibrary", ".imovielibrary",
		".fcpbundle", ".logicx", ".band", ".rtfd", ".pages", ".numbers", ".key", ".sparsebundle", ".xcodeproj", ".xcworkspace", ".lrdata", ".scriv",
	}
}

// partialExts are given by browsers and other programs to what they have not
// finished yet.
func partialExts() []string {
	return []string{".part", ".crdownload", ".download", ".partial", ".opdownload", ".filepart", ".tmp", ".aria2", ".!ut", ".bc!"}
}

// ProjectMark reports whether a folder which holds name is a project or under version
// control.
func ProjectMark(name string) bool {
	switch strings.ToLower(name) {
	case ".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "cvs", ".fossil", "go.mod", "package.json", "cargo.toml", "pyproject.toml", "setup.py",
		"pom.xml", "build.gradle", "build.gradle.kts", "cmakelists.txt", "composer.json", "gemfile", "mix.exs", ".idea", ".vscode", ".obsidian":
		return true
	}
	switch filepath.Ext(strings.ToLower(name)) {
	case ".sln", ".csproj", ".vcxproj", ".xcodeproj", ".xcworkspace":
		return true
	}
	return false
}

// Words says flags as a person does; empty if there is nothing to say.
func Words(flags []string) string {
	var words []string
	for _, f := range flags {
		group, is := strings.CutPrefix(f, groupPrefix)
		switch {
		case is:
			words = append(words, `belongs together with other files ("`+group+`")`)
		case f == OnlineOnly:
			words = append(words, "online only: its contents are not on this computer")
		case f == BeingWritten:
			words = append(words, "it is still being written")
		case f == Signed:
			words = append(words, "it is signed: changing it would break the signature")
		case f == Package:
			words = append(words, "it is a package: one thing, though it looks like a folder")
		case f == Project:
			words = append(words, "part of a project, or under version control")
		}
	}
	return strings.Join(words, "; ")
}

// Group returns the name of the group that flags tell of; empty if of none.
func Group(flags []string) string {
	for _, f := range flags {
		if group, is := strings.CutPrefix(f, groupPrefix); is {
			return group
		}
	}
	return ""
}
