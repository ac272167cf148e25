package intent

import "strings"

// role is what a word or phrase means to the reader: a section of a lexicon.
type role uint8

// The roles.
const (
	roleNone role = iota
	// roleStartsPhrase is that of the first word of each phrase; it has no
	// section.
	roleStartsPhrase
	// roleRoot is that of the last name of an open folder; it has no section.
	roleRoot

	// Whether a request only wants to look is told by these.
	roleNot
	roleNothing
	roleLook
	roleQuestion
	roleChange
	roleChangeNoun
	roleChangePast
	roleChangeAny
	roleChangeForm
	roleAnyForm
	roleTouchForm
	roleChanges
	roleEverything
	roleNarrowing
	roleException
	roleStop
	roleFiller
	roleSupposing
	roleBeforeNoun
	roleBeforeVerb
	roleObject
	roleSmall
	roleNoChange
	roleReadOnly
	roleLeaveAll
	roleUnchanged
	roleWant
	roleBeforeUnknown
	roleBehindUnknown
	roleJoint
	roleBehindVerb
	roleOrderNot
	// A question of what the assistant can do is told by these.
	roleAble
	roleSaidAlong
	roleToolNoun
	roleToolWord
	roleToolAsker
	roleCanYou
	roleBeyond
	roleHowTo

	// What is to be done, to which files and how, is told by these.
	roleTidy
	roleRename
	roleSet
	roleMove
	roleCopy
	roleTrash
	roleIntoTrash
	roleReplace
	roleFromNames
	roleInNames
	roleAdd
	roleInFront
	roleAtEnd
	roleNumber
	roleUndo
	roleHistory
	roleFind
	roleRead
	roleList
	roleCount
	roleDuplicates
	roleAbilities
	roleHelp
	roleYes
	rolePropose
	roleExcept
	roleNotVerb
	roleLeave
	roleLeftOut
	roleOnly
	roleOthers
	roleOr
	roleAll
	roleOne
	roleSubfolders
	roleHere
	roleFolder
	roleInto
	roleInside
	roleTo
	roleFrom
	roleStartingWith
	roleEndingWith
	roleContaining
	roleInTheName
	roleFolders
	roleWith
	roleVague
	roleExtension
	roleCourtesy
	rolePlease
	roleThings
	rolePlace
	roleUndone
	roleUnsearched
	roleUnsought
	roleSum
	// How much, and when.
	roleOver
	roleUnder
	roleAtLeast
	roleAtMost
	roleBetween
	roleOlder
	roleNewer
	roleBeing
	roleCompany
	// What is said in a roundabout way.
	roleGood
	roleNameWord
	roleGive
	roleOrderNoun
	roleStays
	roleTouched
	roleNobody
	roleBut
	roleWish
	roleDo
	roleNothingElse
	roleLies
	roleBelongs
	roleWell
	roleShall
	roleWhich
	roleCalled
	roleAlways
	roleContrast
	rolePronoun
	roleTheWord

	// A section of these names what its words stand for: [kind invoice]. That of
	// [aside Duplicates] is a folder.
	roleSetAside
	roleCase
	roleAgo
	roleUnit
	roleMonth
	roleCurrency
	roleBy
	roleChar
	rolePart
	roleKind
	roleEndings

	numRoles
)

// sections are the names of the roles in a lexicon.
var sections = [numRoles]string{
	roleNot:           "not",
	roleNothing:       "nothing",
	roleLook:          "look",
	roleQuestion:      "question",
	roleChange:        "change",
	roleChangeNoun:    "change or noun",
	roleChangePast:    "change past",
	roleChangeAny:     "change any",
	roleChangeForm:    "change form",
	roleAnyForm:       "change any form",
	roleTouchForm:     "touch form",
	roleChanges:       "changes",
	roleEverything:    "everything",
	roleNarrowing:     "narrowing",
	roleException:     "exception",
	roleStop:          "stop",
	roleFiller:        "filler",
	roleSupposing:     "supposing",
	roleBeforeNoun:    "before noun",
	roleBeforeVerb:    "before verb",
	roleObject:        "object start",
	roleSmall:         "small",
	roleNoChange:      "no change",
	roleReadOnly:      "no change at end",
	roleLeaveAll:      "leave all",
	roleUnchanged:     "unchanged",
	roleWant:          "want",
	roleBeforeUnknown: "before unknown verb",
	roleBehindUnknown: "behind unknown verb",
	roleJoint:         "joint",
	roleBehindVerb:    "not behind verb",
	roleNotVerb:       "not of the verb",
	roleOrderNot:      "order before not",
	roleHowTo:         "how to",
	roleAble:          "able",
	roleSaidAlong:     "said along",
	roleToolNoun:      "tool noun",
	roleToolWord:      "tool word",
	roleToolAsker:     "tool asker",
	roleCanYou:        "can you",
	roleBeyond:        "beyond files",
	roleTidy:          "tidy",
	roleRename:        "rename",
	roleSet:           "set",
	roleMove:          "move",
	roleCopy:          "copy",
	roleTrash:         "trash",
	roleIntoTrash:     "into trash",
	roleReplace:       "replace",
	roleFromNames:     "from names",
	roleInNames:       "in names",
	roleAdd:           "add",
	roleInFront:       "in front",
	roleAtEnd:         "at end",
	roleNumber:        "number",
	roleUndo:          "undo",
	roleHistory:       "history",
	roleFind:          "find",
	roleRead:          "read",
	roleList:          "list",
	roleCount:         "count",
	roleDuplicates:    "duplicates",
	roleAbilities:     "abilities",
	roleHelp:          "help",
	roleYes:           "yes",
	rolePropose:       "propose",
	roleExcept:        "except",
	roleLeave:         "leave",
	roleLeftOut:       "left out",
	roleOnly:          "only",
	roleOthers:        "others",
	roleOr:            "or",
	roleAll:           "all",
	roleOne:           "one",
	roleSubfolders:    "subfolders",
	roleHere:          "here",
	roleFolder:        "folder",
	roleInto:          "into",
	roleInside:        "inside",
	roleTo:            "to",
	roleFrom:          "from",
	roleStartingWith:  "starting with",
	roleEndingWith:    "ending with",
	roleContaining:    "containing",
	roleInTheName:     "in the name",
	roleFolders:       "folders",
	roleWith:          "with",
	roleVague:         "vague",
	roleExtension:     "extension",
	roleCourtesy:      "courtesy",
	rolePlease:        "please",
	roleThings:        "things",
	rolePlace:         "place",
	roleUndone:        "undone",
	roleUnsearched:    "unsearched",
	roleUnsought:      "unsought",
	roleSum:           "sum",
	roleOver:          "over",
	roleUnder:         "under",
	roleAtLeast:       "at least",
	roleAtMost:        "at most",
	roleBetween:       "between",
	roleOlder:         "older",
	roleNewer:         "newer",
	roleBeing:         "being",
	roleCompany:       "company",
	roleGood:          "good",
	roleNameWord:      "name word",
	roleGive:          "give",
	roleOrderNoun:     "order",
	roleStays:         "stays",
	roleTouched:       "touched",
	roleNobody:        "none of",
	roleBut:           "but",
	roleWish:          "wish",
	roleDo:            "do",
	roleNothingElse:   "nothing else",
	roleLies:          "lies",
	roleBelongs:       "belongs",
	roleWell:          "well",
	roleShall:         "shall",
	roleWhich:         "which",
	roleCalled:        "called",
	roleAlways:        "always",
	roleContrast:      "contrast",
	rolePronoun:       "pronoun",
	roleTheWord:       "the word",
	roleSetAside:      "aside",
	roleCase:          "case",
	roleAgo:           "ago",
	roleUnit:          "unit",
	roleMonth:         "month",
	roleCurrency:      "currency",
	roleBy:            "by",
	roleChar:          "char",
	rolePart:          "part",
	roleKind:          "kind",
	roleEndings:       "endings",
}

// roleNamed returns the role of a section, and what its words stand for where
// the section says so. A name that nobody knows is a slip in a lexicon, which is
// part of the program.
func roleNamed(section string) (r role, value string) {
	kind, value, _ := strings.Cut(section, " ")
	for r, name := range sections {
		switch {
		case name == "":
		case name == section:
			return role(r), ""
		case name == kind && role(r) >= roleSetAside:
			return role(r), value
		}
	}
	panic("the lexicon has a section that is not known: " + section)
}

// roles is a set of roles.
type roles [3]uint64

func (s *roles) add(r role) { s[r/64] |= 1 << (r % 64) }

// has reports whether one of the roles is in the set.
func (s roles) has(any ...role) bool {
	for _, r := range any {
		if s[r/64]&(1<<(r%64)) != 0 {
			return true
		}
	}
	return false
}

func (s roles) or(other roles) roles { return roles{s[0] | other[0], s[1] | other[1], s[2] | other[2]} }

// reading returns the roles that tell what is to be done, to which files and how.
func (s roles) reading() roles {
	for r := range roleHowTo {
		if r != roleStartsPhrase {
			s[r/64] &^= 1 << (r % 64)
		}
	}
	for _, r := range []role{roleEndings, roleCompany} {
		s[r/64] &^= 1 << (r % 64)
	}
	return s
}

// none reports whether no section says anything of a word.
func (s roles) none() bool { return s == roles{} || s == roles{1 << roleStartsPhrase} }
