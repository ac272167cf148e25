package intent

import "strings"

// The words that ReadOnly goes by.

func isNegator(w string) bool {
	switch w {
	case "don't", "dont", "not", "never", "without", "no", "nothing", "none", "cannot", "can't", "mustn't", "shouldn't",
		"nicht", "nichts", "niemals", "kein", "keine", "keinen", "keiner", "keinerlei", "ohne":
		return true
	}
	return false
}

// isNothing names the negations that are objects themselves.
func isNothing(w string) bool { return w == "nothing" || w == "nichts" }

// isReading names the verbs that only look, and the words that ask.
func isReading(w string) bool {
	switch w {
	case "show", "list", "read", "count", "find", "search", "look", "see", "view", "display", "print", "open",
		"tell", "describe", "explain", "summarize", "summarise", "report", "check", "inspect", "examine", "preview",
		"compare", "analyze", "analyse", "review", "identify", "detect", "calculate", "compute", "estimate", "verify",
		"give", "browse", "scan", "know", "transcribe", "translate", "quote", "understand", "listing", "reading",
		"showing", "counting", "looking", "searching", "finding",
		"what", "what's", "whats", "which", "who", "who's", "whose", "where", "where's", "when", "why", "how",
		"zeig", "zeige", "zeigen", "zeigst", "anzeigen", "liste", "listen", "auflisten", "aufzählen", "lies", "lese",
		"lesen", "liest", "vorlesen", "zähl", "zähle", "zählen", "such", "suche", "suchen", "find'", "finde", "finden",
		"schau", "schaue", "schauen", "ansehen", "anschauen", "sieh", "sag", "sage", "nenn", "nenne", "nennen",
		"erklär", "erkläre", "erklären", "beschreib", "beschreibe", "beschreiben", "zusammenfassen", "prüf", "prüfe",
		"prüfen", "überprüfe", "überprüfen", "kontrolliere", "vergleich", "vergleiche", "vergleichen", "analysiere",
		"analysieren", "gib", "durchsuche", "durchsuchen", "ermittle", "berechne", "öffne", "wissen",
		"was", "welche", "welcher", "welches", "welchen", "wer", "wo", "wann", "warum", "wieso", "wie", "wieviel",
		"wieviele", "gibt", "gibt's":
		return true
	}
	return false
}

// form is the form of an English verb.
type form int

const (
	formBase form = iota
	formGerund
	formPast
)

// englishChange gives the changing verb that w is a form of; "" for none.
func englishChange(w string) (verb string, f form) {
	if isEnglishChange(w) {
		return w, formBase
	}
	if stem, ok := strings.CutSuffix(w, "ing"); ok {
		return inflected(stem), formGerund
	}
	if stem, ok := strings.CutSuffix(w, "ied"); ok {
		return inflected(stem + "y"), formPast
	}
	if stem, ok := strings.CutSuffix(w, "ed"); ok {
		return inflected(stem), formPast
	}
	switch w {
	case "written", "wrote":
		return "write", formPast
	case "made":
		return "make", formPast
	}
	return "", formBase
}

// inflected gives the changing verb whose inflected form has this stem: "mov",
// "sort", "tagg".
func inflected(stem string) string {
	n := len(stem)
	switch {
	case n < 2:
	case isEnglishChange(stem):
		return stem
	case isEnglishChange(stem + "e"):
		return stem + "e"
	case stem[n-1] == stem[n-2] && isEnglishChange(stem[:n-1]):
		return stem[:n-1]
	}
	return ""
}

func isEnglishChange(w string) bool {
	switch w {
	case "rename", "move", "organize", "organise", "tidy", "bump", "delete", "remove", "erase", "wipe", "duplicate",
		"create", "make", "add", "write", "rewrite", "save", "replace", "convert", "compress", "unzip", "merge",
		"combine", "join", "restore", "undo", "redo", "revert", "categorize", "categorise", "arrange", "rearrange",
		"reorganize", "reorganise", "restructure", "declutter", "dedupe", "deduplicate", "fix", "correct", "upgrade",
		"increment", "decrement", "reset", "insert", "append", "prepend", "put", "transfer", "relocate", "shift",
		"throw", "clear", "rotate", "crop", "resize", "shorten", "modify", "alter", "apply", "execute", "install",
		"uninstall", "download", "upload", "send", "publish", "sync", "encrypt", "decrypt", "unlock", "hide", "swap",
		"strip", "trim", "normalize", "normalise", "standardize", "standardise", "unify", "flatten", "overwrite",
		"cleanup", "fill", "adjust", "purge", "discard", "bin":
		return true
	}
	return isMostlyNoun(w)
}

// isMostlyNoun names the changing verbs that are nouns or adjectives as often.
func isMostlyNoun(w string) bool {
	switch w {
	case "sort", "file", "name", "number", "order", "group", "label", "tag", "mark", "place", "store", "format", "set",
		"copy", "change", "update", "edit", "backup", "archive", "clean", "empty", "split", "share", "lock", "zip",
		"trash", "touch", "drop", "prefix", "suffix", "date", "title", "bundle":
		return true
	}
	return false
}

// isGeneric names the English verbs that mean any change.
func isGeneric(verb string) bool {
	switch verb {
	case "change", "modify", "touch", "alter", "edit", "write", "make":
		return true
	}
	return false
}

// isChangeNoun names what is forbidden as a thing: "no changes".
func isChangeNoun(w string) bool {
	switch w {
	case "changes", "edits", "modifications", "änderungen", "änderung", "veränderungen", "veränderung":
		return true
	}
	return false
}

// isGermanChange names the German verbs that change something. The "zu" of
// "umzubenennen" is left out first.
func isGermanChange(w string) bool {
	if before, after, ok := strings.Cut(w, "zu"); ok && before != "" && isGermanChangeForm(before+after) {
		return true
	}
	return isGermanChangeForm(w)
}

func isGermanChangeForm(w string) bool {
	switch w {
	case "benenn", "benenne", "umbenennen", "umbenenne", "verschieb", "verschiebe", "verschieben", "sortier",
		"sortiere", "sortieren", "einsortieren", "ordne", "ordnen", "einordnen", "räum", "räume", "aufräumen",
		"umräumen", "lösch", "lösche", "löschen", "entfern", "entferne", "entfernen", "kopier", "kopiere", "kopieren",
		"beweg", "bewege", "bewegen", "leg", "lege", "anlegen", "ablegen", "erstell", "erstelle", "erstellen",
		"erzeug", "erzeuge", "erzeugen", "schreib", "schreibe", "schreiben", "speicher", "speichere", "speichern",
		"ersetz", "ersetze", "ersetzen", "archivier", "archiviere", "archivieren", "bereinig", "bereinige",
		"bereinigen", "organisier", "organisiere", "organisieren", "strukturier", "strukturiere", "strukturieren",
		"gruppier", "gruppiere", "gruppieren", "pack", "packe", "packen", "mach", "mache", "korrigier", "korrigiere",
		"korrigieren", "aktualisier", "aktualisiere", "aktualisieren", "setz", "setze", "stell", "stelle",
		"wiederherstellen", "füg", "füge", "hinzufügen", "einfügen", "konvertier", "konvertiere", "konvertieren",
		"wandle", "umwandeln", "dreh", "drehe", "drehen", "aufteilen", "zusammenführen", "zusammenlegen",
		"nummerier", "nummeriere", "nummerieren", "wirf", "wegwerfen", "tu", "verändern", "verändere", "veränder":
		return true
	}
	return isGermanGeneric(w) && !isGermanTouch(w)
}

// isGermanGeneric names the German verbs that mean any change.
func isGermanGeneric(w string) bool {
	switch w {
	case "ändern", "ändere", "änder", "verändern", "verändere", "veränder", "abändern", "bearbeiten", "bearbeite",
		"anfassen", "anrühren", "anzufassen", "anzurühren", "machen", "mach", "mache", "tun":
		return true
	}
	return isGermanTouch(w)
}

// isGermanTouch names verbs that mean a change only when they are negated:
// "fass nichts an", but "fass den Brief zusammen".
func isGermanTouch(w string) bool {
	switch w {
	case "fass", "fasse", "rühr", "rühre", "machen", "tun", "geändert", "verändert":
		return true
	}
	return false
}

// isEverything names the objects of a negation that leave nothing out.
func isEverything(w string) bool {
	switch w {
	case "anything", "nothing", "everything", "something", "file", "files", "folder", "folders", "document", "documents",
		"thing", "things", "stuff", "item", "items", "it", "them", "disk",
		"etwas", "irgendetwas", "datei", "dateien", "ordner", "dokument", "dokumente", "alles", "sie", "es", "daran":
		return true
	}
	return false
}

// narrows says whether a word behind such an object makes it a part: "the
// file names", "anything else".
func narrows(w string) bool {
	switch w {
	case "name", "names", "extension", "extensions", "structure", "content", "contents", "type", "types", "date", "dates",
		"order", "called", "named", "that", "which", "who", "whose", "from", "older", "newer", "with", "else", "other",
		"ending", "inside", "anderes", "weiteres", "sonst", "mit", "namens", "aus", "von":
		return true
	}
	return false
}

// isExcept names the words that take something out of a prohibition.
func isExcept(w string) bool {
	switch w {
	case "but", "except", "besides", "apart", "außer", "ausser", "bis":
		return true
	}
	return false
}

// isStop names the words behind which something else is talked about.
func isStop(w string) bool {
	switch w {
	case "just", "only", "instead", "rather", "then", "because", "aber", "sondern", "dann", "nur", "while", "when", "if", "until":
		return true
	}
	return false
}

// isFiller names the words that say nothing of what a negation is about.
func isFiller(w string) bool {
	switch w {
	case "to", "you", "want", "please", "ever", "yet", "now", "at", "all", "be", "been", "is", "are", "should", "must",
		"may", "can", "will", "shall", "actually", "really", "accidentally", "me", "i", "we", "any", "a", "an", "of",
		"the", "my", "these", "those", "this", "that", "your", "single", "one", "and", "or", "nor", "in", "on", "do",
		"let", "try", "start", "for", "there", "here", "more", "today", "first", "anyway", "by", "so", "far", "whatsoever",
		"zu", "bitte", "du", "noch", "mal", "soll", "sollen", "sollst", "darf", "darfst", "dürfen", "werden", "wird",
		"um", "auf", "ab", "ein", "dabei", "irgend", "bei", "und", "oder", "die", "der", "das", "den", "dem", "mir",
		"hier", "meine", "meinen", "diese", "diesem", "diesen", "dieser", "jetzt", "möchte", "ich", "davon",
		"einzige", "einer", "eine", "irgendwas", "bloß", "ja", "da", "drin", "wurde", "worden":
		return true
	}
	return false
}

// isSupposing names the words behind which a deed is only imagined.
func isSupposing(w string) bool {
	switch w {
	case "would", "you'd", "could", "might", "würdest", "würde", "würden", "könntest", "könnte":
		return true
	}
	return false
}

// leadsNoun names the words behind which a noun stands, not an order.
func leadsNoun(w string) bool {
	switch w {
	case "the", "a", "an", "this", "that", "my", "your", "our", "his", "her", "its", "their", "every", "any", "some", "no",
		"which", "what", "whose", "another", "of", "by", "in", "on", "at", "for", "from", "with", "about", "last", "latest",
		"recent", "newest", "oldest", "old", "new", "first", "same", "is", "are", "was", "were", "file", "folder", "many",
		"each", "these", "those", "into", "per":
		return true
	}
	return false
}

// leadsVerb names the words behind which an order stands.
func leadsVerb(w string) bool {
	switch w {
	case clauseEnd, "and", "then", "to", "please", "also", "you", "just", "let's", "now", "or", "i", "we", "should",
		"but", "afterwards", "finally", "und", "bitte":
		return true
	}
	return false
}

// isObject names the words with which the object of a verb begins.
func isObject(w string) bool {
	switch w {
	case "the", "a", "an", "this", "that", "these", "those", "my", "your", "our", "it", "them", "all", "each", "every",
		"everything", "any", "some", "both", "one", aPath:
		return true
	}
	return false
}

// isFunction names the small words that are no verb that we do not know.
func isFunction(w string) bool {
	switch w {
	case "on", "of", "from", "with", "about", "under", "over", "inside", "within", "into", "than", "as", "was", "were",
		"does", "did", "has", "have", "had", "could", "would", "might", "even", "like", "via", "per", "between",
		"among", "since", "before", "after", "because", "whether", "both", "either", "also", "maybe", "perhaps",
		"thanks", "hi", "hey", "hello", "ok", "okay", "yes", "but", "and", "then", "only", "just", "if", "when", "it",
		"them", "they", "he", "she", "some", "most", "half", "not", "every", "each", "everything", "out", "up", "off",
		"down", "through", "across", "during", "against", "behind", "below", "above", "near", "around", "along",
		"where", "there's", "it's", "is", "are", "let", "help", "exactly", "especially", "particularly", "namely",
		"including", "for", "sum", "total", "in", "use", "start", "go", "take":
		return true
	}
	return false
}
