package intent

// role is what a word or phrase means to the reader: a section of a lexicon.
type role uint8

// The roles.
const (
	roleNone role = iota
	// roleStartsPhrase is that of the first word of each phrase; it has no
	// section.
	roleStartsPhrase

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
	roleHowTo

	roleCount
)

// sections are the names of the roles in a lexicon.
var sections = [roleCount]string{
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
	roleOrderNot:      "order before not",
	roleHowTo:         "how to",
}

// roleNamed returns the role of a section. A name that nobody knows is a slip in
// a lexicon, which is part of the program.
func roleNamed(section string) role {
	for r, name := range sections {
		if name == section && name != "" {
			return role(r)
		}
	}
	panic("the lexicon has a section that is not known: " + section)
}

// roles is a set of roles.
type roles [2]uint64

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

func (s roles) or(other roles) roles { return roles{s[0] | other[0], s[1] | other[1]} }

// none reports whether no section says anything of a word.
func (s roles) none() bool { return s == roles{} || s == roles{1 << roleStartsPhrase} }
