package kit

import (
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/widgets"
)

// maxMarks bounds the marks on a page.
const maxMarks = 60

// MarksOf returns the places of the sought words of a page; the first one is scrolled
// into view.
func MarksOf(all []app.Word, sought string) []widgets.Mark {
	says := papers.Says(sought)
	var marks []widgets.Mark
	for _, w := range all {
		if len(marks) < maxMarks && says(w.Text) {
			marks = append(marks, widgets.Mark{
				X: float32(w.Box[0]), Y: float32(w.Box[1]), W: float32(w.Box[2]), H: float32(w.Box[3]), Chosen: len(marks) == 0,
			})
		}
	}
	return marks
}
