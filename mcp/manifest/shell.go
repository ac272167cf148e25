package manifest

import "strings"

// shells read commands from an argument.
var shells = []string{"sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "busybox", "cmd", "powershell", "pwsh"}

// starters start the program that one of their arguments names.
var starters = []string{"env", "nice", "ionice", "nohup", "timeout", "setsid", "stdbuf", "time", "exec", "command", "sudo", "doas", "xargs"}

// maxScripts is how many arguments of a shell are read as scripts.
const maxScripts = 8

// scripts returns the commands in the arguments of a shell: each argument but the options
// is read as a script, and as the start of one, as cmd /c does. What is not a script has
// no runner in it.
func scripts(args []string) (commands [][]string) {
	for i, arg := range args {
		option := strings.HasPrefix(arg, "-") || strings.HasPrefix(arg, "/") && len(arg) == 2
		switch {
		case option:
		case len(commands) >= maxScripts:
			return commands
		case strings.ContainsAny(arg, " \t\n;&|`(\""):
			commands = append(commands, commandsOf(arg)...)
		default:
			commands = append(commands, args[i:])
		}
	}
	return commands
}

// commandsOf splits a script into commands, roughly: at separators and brackets,
// respecting quotes, without leading variable assignments.
func commandsOf(text string) [][]string {
	var s script
	for _, r := range text {
		s.read(r)
	}
	s.endCommand()
	return s.commands
}

// script scans shell text character by character.
type script struct {
	commands [][]string
	words    []string
	word     strings.Builder
	begun    bool   // a word has begun
	escaped  bool   // applies to the next character
	quote    rune   // the open quote; 0: none
	outer    []rune // quotes around each nested command
	ticked   bool   // a command that began with ` is open
}

func (s *script) read(r rune) {
	switch {
	case s.escaped:
		s.escaped = false
		if !strings.ContainsRune(" \t\n\"'\\`$;&|", r) { // it parts folders on Windows
			s.word.WriteByte('\\')
		}
		if r != '\n' {
			s.word.WriteRune(r)
		}
	case s.quote == '\'' && r != '\'':
		s.word.WriteRune(r)
	case r == '\\':
		s.begun, s.escaped = true, true
	case r == s.quote:
		s.quote = 0
	case r == '`' && s.ticked, r == ')' && s.quote == 0:
		s.ticked = s.ticked && r != '`'
		s.leave()
	case r == '`', r == '(':
		s.ticked = s.ticked || r == '`'
		s.endCommand()
		s.outer, s.quote = append(s.outer, s.quote), 0
	case s.quote != 0:
		s.word.WriteRune(r)
	case r == '\'', r == '"':
		s.quote, s.begun = r, true
	case strings.ContainsRune(";&|{}\n", r):
		s.endCommand()
	case r == ' ', r == '\t', r == '\r':
		s.endWord()
	default:
		s.begun = true
		s.word.WriteRune(r)
	}
}

// leave ends a nested command.
func (s *script) leave() {
	s.endCommand()
	if last := len(s.outer) - 1; last >= 0 {
		s.quote, s.outer = s.outer[last], s.outer[:last]
	}
}

func (s *script) endWord() {
	if s.begun && (len(s.words) > 0 || !strings.Contains(s.word.String(), "=")) {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.begun = false
}

func (s *script) endCommand() {
	s.endWord()
	if len(s.words) > 0 {
		s.commands = append(s.commands, s.words)
	}
	s.words = nil
}
