package lookalike

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// servers are the names of our servers and of our program, which the names of our
// tools begin with; tools are the names of those that begin otherwise. Each stands
// behind its folded form.
var (
	servers = folded("files", "documents", "ocr", "triage", "deskhand")
	tools   = folded("read_more", "find_tools")
)

func folded(names ...string) map[string]string {
	of := map[string]string{}
	for _, name := range names {
		of[fold(name)] = name
	}
	return of
}

// Server returns the name of ours that a server's name would be taken for; empty
// when there is none.
func Server(name string) string {
	form := fold(name)
	return cmp.Or(servers[form], tools[form])
}

// longestHead is how many bytes of a tool's name are compared with the name of a
// server.
const longestHead = 64

// Tool returns the name of ours that a tool's name would be taken for; empty when
// there is none. The names of our servers stand for all that begin with them, such
// as files_move.
func Tool(name string) string {
	if own := Server(name); own != "" {
		return own
	}
	name = norm.NFKC.String(name)
	for i, r := range name {
		if i > longestHead {
			break
		}
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			continue
		}
		if own := servers[fold(name[:i])]; own != "" {
			return own
		}
	}
	return ""
}

// fold brings names that look alike into one form. What it returns is for
// comparison alone.
func fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if latin, ok := latinOf[r]; ok {
			r = latin
		}
		r = unicode.ToLower(r)
		if latin, ok := latinOf[r]; ok {
			r = latin
		}
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "rn", "m")
}

// latinOf are letters and signs that look like a Latin letter of our names.
// What is one in another style (full width, mathematical) is known by NFKD, and
// accents go with all other marks. One letter stands for I, l and 1.
var latinOf = table(map[rune]string{
	'a': "аɑαᴀ", 'b': "Ьвʙ", 'c': "сϲᴄ", 'd': "ԁᴅđɗ", 'e': "еεᴇҽєɛ", 'f': "ƒꜰϝ", 'g': "ɡɢցǥ",
	'h': "һհнħʜ", 'k': "кκᴋ", 'l': "iI1|!іӏıɩιɪʟłǀ", 'm': "мᴍ", 'n': "пηոɴŋ",
	'o': "0оοօᴏøσ", 'r': "гᴦʀɾ", 's': "ѕꜱʂ5$", 't': "тτᴛŧ", 'u': "υսᴜμц",
})

func table(alike map[rune]string) map[rune]rune {
	of := map[rune]rune{}
	for latin, others := range alike {
		for _, r := range others {
			of[r] = latin
		}
	}
	return of
}
