package page

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// What the head of a mail that was handed on says in the text of the new one.
var (
	fromLabels    = lex.Set("from", "von", "de", "da", "van", "od", "fran", "fra", "lahettaja", "expediteur", "remitente", "mittente", "afzender")
	sentLabels    = lex.Set("date", "sent", "datum", "gesendet", "envoye", "fecha", "enviado", "data", "inviato", "verzonden", "wyslano", "skickat", "sendt", "lahetetty", "odeslano", "dato")
	subjectLabels = lex.Set("subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "temat", "amne", "emne", "aihe", "predmet", "assunto")
)

// forwardMarks stand before the subject of a mail that somebody handed on.
var forwardMarks = lex.Set("fwd", "fw", "wg", "tr", "rv", "i", "pd", "vb", "vl", "vs", "enc")

// forwardedHead is how many lines the head of a mail has at most.
const forwardedHead = 8

// Original is what is known of the mail that somebody handed on, by the head that stands in
// the text: who wrote it and when. ok is false where the file is no such mail.
func Original(d Document) (facts documents.Facts, ok bool) {
	if d.Facts == nil || d.Facts.Source != documents.SourceMail {
		return facts, false
	}
	mark, _, found := strings.Cut(strings.TrimSpace(d.Facts.Subject), ":")
	if !found || !forwardMarks[lex.Fold(mark)] {
		return facts, false
	}
	lines := d.Lines
	for len(lines) > 0 && lines[0].Text != "" { // the mail's own head
		lines = lines[1:]
	}
	for i := range lines {
		if sender, is := behindMailLabel(lines[i].Text, fromLabels); is {
			facts, ok = *d.Facts, false
			facts.Sender, facts.Address, facts.Date = sender, addressIn(lines[i].Text), ""
			for _, l := range lines[i:min(len(lines), i+forwardedHead)] {
				if text, is := behindMailLabel(l.Text, sentLabels); is && facts.Date == "" {
					if days := lex.FindDates(text, lex.Tokenise(text)); len(days) > 0 && !days[0].Ambiguous() {
						facts.Date = days[0].Only().String()
					}
				}
				_, subject := behindMailLabel(l.Text, subjectLabels)
				ok = ok || subject
			}
			if ok && sender != "" {
				return facts, true
			}
		}
	}
	return facts, false
}

// addressIn returns the mail address in brackets of a line, if there is one.
func addressIn(line string) string {
	_, rest, _ := strings.Cut(line, "<")
	address, _, closed := strings.Cut(rest, ">")
	if !closed || strings.ContainsAny(address, " \t") || !strings.Contains(address, "@") {
		return ""
	}
	return address
}

// behindMailLabel returns what stands behind one of the labels that a line begins with, without
// an address in brackets.
func behindMailLabel(line string, labels map[string]bool) (value string, ok bool) {
	label, rest, found := strings.Cut(strings.TrimLeft(line, ">* \t"), ":")
	if !found || !labels[lex.Fold(strings.Trim(label, "* "))] {
		return "", false
	}
	rest, _, _ = strings.Cut(rest, "<")
	rest, _, _ = strings.Cut(rest, "[mailto")
	return strings.Trim(rest, "* \"'\t"), true
}

// WithoutReply is a subject without the marks of an answer: "AW: Re: Offer".
func WithoutReply(subject string) string {
	for {
		mark, rest, ok := strings.Cut(strings.TrimSpace(subject), ":")
		if !ok || !replyMarks[lex.Fold(mark)] {
			return strings.TrimSpace(subject)
		}
		subject = rest
	}
}

// replyMarks stand before the subject of an answer.
var replyMarks = lex.Set("re", "aw", "fwd", "fw", "wg", "tr", "sv", "vs", "rv", "antw", "rif", "r", "i", "pd", "vb", "vl", "enc")
