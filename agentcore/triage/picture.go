package triage

import (
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

const (
	// pictureSide is the longest side of a picture that a model is shown, in
	// pixels, and maxPicture its most bytes.
	pictureSide = 1024
	maxPicture  = 8 << 20
	// legible is from which confidence the OCR's words are taken for words.
	legible = 0.5
)

// unseen reports whether a file is a picture which could not be read: looking at it
// may help.
func unseen(w task, d *document) bool {
	sound := !d.brief && w.alone == nil && d.unread == nil && !d.Empty && !d.Broken && d.ExtensionOK
	drawn := d.Kind == documents.KindImage || d.Kind == documents.KindPDF
	blank := len(d.Lines) == 0 && d.Method == plan.MethodNone
	blurred := d.Method == plan.MethodOCR && (len(d.Words) == 0 || d.Confidence < legible)
	return sound && drawn && (blank || blurred)
}

// picture has the documents server draw the first page of a file.
func (j *job) picture(path string) ([]byte, bool) {
	args := documents.RenderRequest{Path: path, Page: 1, MaxPx: pictureSide}
	r, err := j.call(j.ctx, "documents_render", args, nil, nil)
	if err != nil || len(r.Blobs) == 0 || len(r.Blobs[0].Data) == 0 || len(r.Blobs[0].Data) > maxPicture {
		return nil, false
	}
	return r.Blobs[0].Data, true
}
