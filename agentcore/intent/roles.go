package intent

import (
	"slices"
	"strings"
)

// role is what a word or phrase means to the reader: a section of a lexicon.
type role string

// The roles.
const (
	roleNone role = ""
	// roleStartsPhrase is that of the first word of each phrase; it has no
	// section.
	roleStartsPhrase role = "(first word)"
	// roleRoot is that of the last name of an open folder; it has no section.
	roleRoot role = "(open folder)"

	// Whether a request only wants to look is told by these.
	roleNot           role = "not"
	roleNothing       role = "nothing"
	roleLook          role = "look"
	roleQuestion      role = "question"
	roleChange        role = "change"
	roleChangeNoun    role = "change or noun"
	roleChangePast    role = "change past"
	roleGerund        role = "(gerund of a changing verb)"
	roleChangeAny     role = "change any"
	roleChangeForm    role = "change form"
	roleAnyForm       role = "change any form"
	roleTouchForm     role = "touch form"
	roleChanges       role = "changes"
	roleEverything    role = "everything"
	roleNarrowing     role = "narrowing"
	roleException     role = "exception"
	roleStop          role = "stop"
	roleFiller        role = "filler"
	roleSupposing     role = "supposing"
	roleBeforeNoun    role = "before noun"
	roleBeforeVerb    role = "before verb"
	roleObject        role = "object start"
	roleSmall         role = "small"
	roleNoChange      role = "no change"
	roleReadOnly      role = "no change at end"
	roleLeaveAll      role = "leave all"
	roleUnchanged     role = "unchanged"
	roleWant          role = "want"
	roleBeforeUnknown role = "before unknown verb"
	roleBehindUnknown role = "behind unknown verb"
	roleJoint         role = "joint"
	roleBehindVerb    role = "not behind verb"
	roleOrderNot      role = "order before not"
	// A question of what the assistant can do is told by these.
	roleAble      role = "able"
	roleSaidAlong role = "said along"
	roleToolNoun  role = "tool noun"
	roleToolWord  role = "tool word"
	roleToolAsker role = "tool asker"
	roleCanYou    role = "can you"
	roleBeyond    role = "beyond files"
	roleHowTo     role = "how to"

	// What is to be done, to which files and how, is told by these.
	roleTidy         role = "tidy"
	roleRename       role = "rename"
	roleSet          role = "set"
	roleMove         role = "move"
	roleCopy         role = "copy"
	roleTrash        role = "trash"
	roleIntoTrash    role = "into trash"
	roleReplace      role = "replace"
	roleFromNames    role = "from names"
	roleInNames      role = "in names"
	roleAdd          role = "add"
	roleInFront      role = "in front"
	roleAtEnd        role = "at end"
	roleNumber       role = "number"
	roleUndo         role = "undo"
	roleHistory      role = "history"
	roleFind         role = "find"
	roleRead         role = "read"
	roleList         role = "list"
	roleCount        role = "count"
	roleDuplicates   role = "duplicates"
	roleAbilities    role = "abilities"
	roleHelp         role = "help"
	roleYes          role = "yes"
	rolePropose      role = "propose"
	roleExcept       role = "except"
	roleNotVerb      role = "not of the verb"
	roleLeave        role = "leave"
	roleLeftOut      role = "left out"
	roleOnly         role = "only"
	roleOthers       role = "others"
	roleOr           role = "or"
	roleAll          role = "all"
	roleOne          role = "one"
	roleSubfolders   role = "subfolders"
	roleHere         role = "here"
	roleFolder       role = "folder"
	roleInto         role = "into"
	roleInside       role = "inside"
	roleTo           role = "to"
	roleFrom         role = "from"
	roleStartingWith role = "starting with"
	roleEndingWith   role = "ending with"
	roleContaining   role = "containing"
	roleInTheName    role = "in the name"
	roleFolders      role = "folders"
	roleWith         role = "with"
	roleVague        role = "vague"
	roleExtension    role = "extension"
	roleCourtesy     role = "courtesy"
	rolePlease       role = "please"
	roleThanks       role = "thanks"
	roleThings       role = "things"
	rolePlace        role = "place"
	roleUndone       role = "undone"
	roleUnsearched   role = "unsearched"
	roleUnsought     role = "unsought"
	roleSum          role = "sum"
	// How much, and when.
	roleOver    role = "over"
	roleUnder   role = "under"
	roleAtLeast role = "at least"
	roleAtMost  role = "at most"
	roleBetween role = "between"
	roleOlder   role = "older"
	roleNewer   role = "newer"
	roleBeing   role = "being"
	roleCompany role = "company"
	// What is said in a roundabout way.
	roleGood        role = "good"
	roleNameWord    role = "name word"
	roleGive        role = "give"
	roleOrderNoun   role = "order"
	roleStays       role = "stays"
	roleTouched     role = "touched"
	roleNobody      role = "none of"
	roleBut         role = "but"
	roleWish        role = "wish"
	roleDo          role = "do"
	roleNothingElse role = "nothing else"
	roleLies        role = "lies"
	roleBelongs     role = "belongs"
	roleWell        role = "well"
	roleShall       role = "shall"
	roleWhich       role = "which"
	roleCalled      role = "called"
	roleAlways      role = "always"
	roleContrast    role = "contrast"
	rolePronoun     role = "pronoun"
	roleAdjective   role = "adjective"
	roleTheWord     role = "the word"

	// A section of these names what its words stand for: [kind invoice]. That of
	// [aside Duplicates] is a folder.
	roleSetAside role = "aside"
	roleCase     role = "case"
	roleAgo      role = "ago"
	roleUnit     role = "unit"
	roleMonth    role = "month"
	roleCurrency role = "currency"
	roleBy       role = "by"
	roleChar     role = "char"
	rolePart     role = "part"
	roleKind     role = "kind"
	roleEndings  role = "endings"
)

// asideRoles are those that tell whether a request only looks, or asks what the assistant
// can do; all others tell what is to be done, to which files and how.
var asideRoles = []role{
	roleNot, roleNothing, roleLook, roleQuestion, roleChange, roleChangeNoun, roleChangePast, roleGerund, roleChangeAny, roleChangeForm,
	roleAnyForm, roleTouchForm, roleChanges, roleEverything, roleNarrowing, roleException, roleStop, roleFiller, roleSupposing,
	roleBeforeNoun, roleBeforeVerb, roleObject, roleSmall, roleNoChange, roleReadOnly, roleLeaveAll, roleUnchanged, roleWant,
	roleBeforeUnknown, roleBehindUnknown, roleJoint, roleBehindVerb, roleOrderNot, roleAble, roleSaidAlong, roleToolNoun,
	roleToolWord, roleToolAsker, roleCanYou, roleBeyond,
}

// valued are the roles of sections that name what their words stand for.
var valued = []role{
	roleSetAside, roleCase, roleAgo, roleUnit, roleMonth, roleCurrency, roleBy, roleChar, rolePart, roleKind, roleEndings,
}

// roleOf returns the role of a section, and what its words stand for where the section
// says so.
func roleOf(section string) (r role, value string) {
	if kind, value, named := strings.Cut(section, " "); named && slices.Contains(valued, role(kind)) {
		return role(kind), value
	}
	return role(section), ""
}

// roles are what a word or phrase may mean, in no order.
type roles []role

func (s *roles) add(r role) {
	if !s.has(r) {
		*s = append(slices.Clip(*s), r) // the lexicon's own are shared
	}
}

// has reports whether one of the roles is among them.
func (s roles) has(any ...role) bool {
	for _, r := range any {
		if slices.Contains(s, r) {
			return true
		}
	}
	return false
}

func (s roles) or(other roles) roles {
	for _, r := range other {
		s.add(r)
	}
	return s
}

// isLike reports whether a word means what another one does.
func (s roles) isLike(other roles) bool {
	return len(s) == len(other) && !slices.ContainsFunc(s, func(r role) bool { return !other.has(r) })
}

// reading returns the roles that tell what is to be done, to which files and how.
func (s roles) reading() roles {
	return slices.DeleteFunc(slices.Clone(s), func(r role) bool {
		return slices.Contains(asideRoles, r) || r == roleEndings || r == roleCompany
	})
}

// none reports whether no section says anything of a word.
func (s roles) none() bool {
	return !slices.ContainsFunc(s, func(r role) bool { return r != roleStartsPhrase })
}
