package ui_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/assets/fonts"
)

// failed returns a failed call of one of our tools.
func failed(class chat.ErrorType, code chat.Code, path string) error {
	return &chat.Failure{Class: class, Code: code, Path: path, Message: "internal: English for a model"}
}

// backend implements ui.Backend in memory: it proposes what it knows of a file, and really
// renames and restores files.
type backend struct {
	mu      sync.Mutex
	known   map[string]plan.Item // by the base name of a file
	plans   map[string]plan.Plan
	batches []app.Batch
	folders []app.Folder
	status  app.Status
	now     time.Time
	saved   map[string]string // plan by file
	// starting is how many requests of the history still fail because the servers are
	// starting.
	starting int

	fakeModels
	fakeServers
	fakeConversations
	fakeSettings
	fakeAudit
	fakeLibrary
	fakeDuplicates

	// gate, if set, blocks before each file that is read or renamed.
	gate chan struct{}
	// looking, if set, blocks once a folder is known to have 12,000 entries.
	looking chan struct{}
	// more are further words of every page.
	more []app.Word
	// fail maps a call to the error that it returns.
	fail map[string]error
	// sample is the folder for the sample files.
	sample string
	// refuses are the base names of files that cannot be renamed.
	refuses map[string]chat.Code
	// warn are the events emitted while proposing.
	warn []event.Body
	// drawn counts the drawn pages, asked the requested ones.
	drawn, refused, asked int
}

func newBackend() *backend {
	d := &backend{
		known: map[string]plan.Item{}, plans: map[string]plan.Plan{}, saved: map[string]string{},
		fail: map[string]error{}, now: time.Date(2026, 5, 12, 14, 2, 0, 0, time.UTC),
		status: app.Status{Languages: []string{"English"}},
	}
	d.fakeConversations = newFakeConversations(d)
	return d
}

// change changes the backend while a window may be calling it.
func (d *backend) change(f func(d *backend)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f(d)
}

func (d *backend) failure(call string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.fail[call]
}

func (d *backend) wait(ctx context.Context) error {
	d.mu.Lock()
	gate := d.gate
	d.mu.Unlock()
	if gate == nil {
		return ctx.Err()
	}
	select {
	case <-gate:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *backend) Propose(ctx context.Context, req app.ProposeRequest, emit func(event.Event)) (plan.Plan, error) {
	if err := d.failure("Propose"); err != nil {
		return plan.Plan{}, err
	}
	files, deeper, err := filesOf(req.Paths, req.Recursive)
	if err != nil {
		return plan.Plan{}, err
	}
	stream := event.NewStream("read", emit)
	d.mu.Lock()
	p := plan.Plan{Version: plan.Version, Roots: req.Paths, Like: req.Like, Template: req.Template}
	if base, ok := d.plans[req.Join]; ok {
		p = base
		p.Items, p.Roots = slices.Clone(p.Items), append(slices.Clone(p.Roots), req.Paths...)
	}
	d.mu.Unlock()
	p.Deeper = deeper
	files = slices.DeleteFunc(files, func(file string) bool {
		return slices.ContainsFunc(p.Items, func(it plan.Item) bool { return it.From == file })
	})
	if len(files) == 0 {
		return plan.Plan{}, &app.NoFiles{Deeper: deeper}
	}
	p.Unread = 0
	if req.First > 0 && len(files) > req.First {
		p.Unread, files = len(files)-req.First, files[:req.First]
	}
	if d.looking != nil {
		stream.Emit(event.Progress{Progress: chat.Progress{Done: 12_000, What: "scan 12.png"}})
		<-d.looking
	}
	for i, file := range files {
		stream.Emit(event.Progress{Progress: chat.Progress{Done: i, Total: len(files), What: file}})
		if err := d.wait(ctx); err != nil {
			return plan.Plan{}, err
		}
		p.Items = append(p.Items, d.item(file, req))
		stream.Emit(event.FileRead{Item: p.Items[len(p.Items)-1]})
	}
	for _, w := range d.warn {
		stream.Emit(w)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if req.Join == "" {
		p.ID = fmt.Sprintf("plan-%d", len(d.plans)+1)
	}
	d.plans[p.ID] = p
	return p, nil
}

func (d *backend) item(file string, req app.ProposeRequest) plan.Item {
	d.mu.Lock()
	it, ok := d.known[filepath.Base(file)]
	d.mu.Unlock()
	if !ok {
		it = plan.Item{Status: plan.StatusSkip, Reasons: []plan.Reason{{Code: plan.ReasonUnreadable}}, Read: plan.Read{Method: plan.MethodNone}}
	}
	it.From = file
	name := cmp.Or(it.To, filepath.Base(file))
	if strings.HasPrefix(req.Template, "{kind}") && len(it.Fields) > 0 {
		name = it.Fields[plan.FieldKind].Value + " " + name
	}
	it.To = filepath.Join(cmp.Or(req.Into, filepath.Dir(file)), name)
	if it.Status == plan.StatusSkip {
		it.To = file
	}
	return it
}

// filesOf returns the files at paths, and the number of files in subfolders.
func filesOf(paths []string, recursive bool) (files []string, deeper int, err error) {
	for _, p := range paths {
		err := filepath.WalkDir(p, func(path string, e fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return failed(chat.ErrInvalidArgs, chat.CodeVanished, p)
			case err != nil || e.IsDir():
				return err
			case recursive || path == p || filepath.Dir(path) == p:
				files = append(files, path)
			default:
				deeper++
			}
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return files, deeper, nil
}

func (d *backend) Revise(ctx context.Context, id string, edits []app.Edit) (plan.Plan, error) {
	if err := d.wait(ctx); err != nil {
		return plan.Plan{}, err
	}
	if err := d.failure("Revise"); err != nil {
		return plan.Plan{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.plans[id]
	p.Items = slices.Clone(p.Items)
	for i, it := range p.Items {
		if _, err := os.Lstat(it.From); err != nil {
			p.Items[i].To, p.Items[i].Status = it.From, plan.StatusReview
			p.Items[i].Reasons = []plan.Reason{{Code: plan.ReasonUnmovable, Failure: &chat.Failure{Code: chat.CodeVanished}}}
		}
	}
	for _, e := range edits {
		for i, it := range p.Items {
			if it.From == e.From {
				p.Items[i] = revised(it, e)
			}
		}
	}
	d.plans[id] = p
	return p, nil
}

func revised(it plan.Item, e app.Edit) plan.Item {
	if e.Back != nil {
		it = *e.Back
	}
	for name, value := range e.Fields { // the name follows
		fields := map[string]plan.Field{}
		maps.Copy(fields, it.Fields)
		it.Fields = fields
		it.To = filepath.Join(filepath.Dir(it.To), strings.Replace(filepath.Base(it.To), it.Fields[name].Value, value, 1))
		it.Fields[name] = plan.Field{Value: value, Confidence: 1, Evidence: it.Fields[name].Evidence}
		it.Status = plan.StatusReady
	}
	if e.Name != "" {
		it.To = filepath.Join(filepath.Dir(it.To), e.Name)
		it.Status = plan.StatusReady
		if strings.Contains(e.Name, "taken") { // a taken name gets a number
			it.To = strings.TrimSuffix(it.To, filepath.Ext(it.To)) + " (2)" + filepath.Ext(it.To)
		}
	}
	if e.Folder != "" {
		it.To = filepath.Join(filepath.Dir(it.From), e.Folder, filepath.Base(it.To))
		it.Status = plan.StatusReady
	}
	if e.Ticked != nil {
		it.Status = plan.StatusSkip
		if *e.Ticked {
			it.Status = plan.StatusReady
		}
	}
	return it
}

func (d *backend) Apply(ctx context.Context, id string, emit func(event.Event)) (plan.Receipt, error) {
	if err := d.failure("Apply"); err != nil {
		return plan.Receipt{}, err
	}
	d.mu.Lock()
	p := d.plans[id]
	d.mu.Unlock()
	stream := event.NewStream("batch", emit)
	total, done := p.Count(plan.StatusReady), 0
	r := plan.Receipt{Batch: "batch-" + id, FilesIn: len(p.Items), FilesOut: len(p.Items), Skipped: len(p.Items) - total}
	b := app.Batch{ID: r.Batch, When: d.now, Of: total, State: plan.BatchDone, Folder: p.Roots[0]}
	for _, it := range p.Items {
		if it.Status != plan.StatusReady {
			continue
		}
		if d.wait(ctx) != nil {
			r.Stopped, b.State = true, plan.BatchStopped
			break
		}
		kind := d.refuses[filepath.Base(it.From)]
		if kind == "" && os.Rename(it.From, it.To) != nil {
			kind = chat.CodeVanished
		}
		if kind != "" {
			r.Failed++
			r.Failures = append(r.Failures, plan.Failure{Path: it.From, Kind: kind, Message: "the odd disk said no"})
			continue
		}
		done++
		b.Moves = append(b.Moves, app.Move{From: it.From, To: it.To})
		stream.Emit(event.Progress{Progress: chat.Progress{Done: done, Total: total, What: it.From}})
	}
	r.Moved, b.Done, b.Receipt = done, done, &r
	if done > 0 {
		r.Undo = "deskhand undo " + r.Batch
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.batches = slices.Insert(d.batches, 0, b)
	return r, nil
}

func (d *backend) Again(_ context.Context, batch string) (plan.Plan, error) {
	if err := d.failure("Again"); err != nil {
		return plan.Plan{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	p, ok := d.plans[strings.TrimPrefix(batch, "batch-")]
	if !ok {
		return p, app.ErrNotOnRecord
	}
	p.ID += "-again"
	d.plans[p.ID] = p
	return p, nil
}

func (d *backend) Undo(_ context.Context, id string, only ...string) (app.UndoReport, error) {
	if err := d.failure("Undo"); err != nil {
		return app.UndoReport{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.batches {
		b := &d.batches[i]
		if id != "" && b.ID != id || b.State == plan.BatchUndone {
			continue
		}
		report := app.UndoReport{Batch: b.ID}
		b.Moves = slices.Clone(b.Moves) // the window may be reading them
		for i, m := range b.Moves {
			if len(only) > 0 && !slices.Contains(only, m.To) {
				continue
			}
			if err := os.Rename(m.To, m.From); err != nil {
				m.Code = chat.CodeVanished
				report.Kept = append(report.Kept, m)
				continue
			}
			b.Moves[i].Code = chat.CodeUndone
			b.Undone++
			report.Restored++
		}
		if len(only) == 0 || b.Undone == b.Done {
			b.State = plan.BatchUndone
		}
		return report, nil
	}
	return app.UndoReport{}, failed(chat.ErrInvalidArgs, "", "")
}

func (d *backend) Finish(_ context.Context, id string) (plan.Receipt, error) {
	if err := d.failure("Finish"); err != nil {
		return plan.Receipt{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.batches {
		b := &d.batches[i]
		if b.ID == id && b.State == plan.BatchInterrupted {
			b.Done, b.State = b.Of, plan.BatchDone
			b.Receipt = &plan.Receipt{Batch: id, FilesIn: b.Of, FilesOut: b.Of, Moved: b.Of}
			return *b.Receipt, nil
		}
	}
	return plan.Receipt{}, failed(chat.ErrInvalidArgs, "", "")
}

func (d *backend) History(context.Context) ([]app.Batch, error) {
	if err := d.failure("History"); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.starting > 0 {
		d.starting--
		return nil, failed(chat.ErrToolNotFound, "", "")
	}
	return slices.Clone(d.batches), nil
}

func (d *backend) SavePlan(_ context.Context, id, file string, _ plan.Words) error {
	if err := os.WriteFile(file, []byte(id), 0o600); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.saved[file] = id
	return nil
}

func (d *backend) Sample(context.Context) (string, error) { return d.sample, d.failure("Sample") }

func (d *backend) Recent(context.Context) ([]app.Folder, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.folders), nil
}

func (d *backend) Example(pattern string) (string, error) {
	if !strings.Contains(pattern, "{") {
		return "", fmt.Errorf("%w: %w", app.ErrTemplate, &template.Error{Problem: template.NoPart})
	}
	return "example of " + pattern, nil
}

func (d *backend) Patterns() []app.NamePattern {
	d.mu.Lock()
	defer d.mu.Unlock()
	var own []app.NamePattern
	if t, ok := d.values["naming.template"]; ok {
		own = append(own, app.NamePattern{Template: t, Example: t})
	}
	return append(own, []app.NamePattern{
		{Template: "{date} {issuer} {kind} {title}", Example: "2026-05-12 Alder & Finch Invoice AF-7731.pdf"},
		{Template: "{kind} {date} {issuer}", Example: "Invoice 2026-05-12 Alder & Finch.pdf"},
	}...)
}

func (d *backend) Unwritable(_ context.Context, folders []string) ([]string, error) {
	return slices.DeleteFunc(folders, func(f string) bool { return filepath.Base(f) != "Locked" }), nil
}

func (d *backend) Subfolders() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.values["naming.subfolders"] == "true"
}

func (d *backend) Status(context.Context) (app.Status, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.status, nil
}

// Words returns those of the fields, on the page that Page draws.
func (d *backend) Words(_ context.Context, path string, page int) ([]app.Word, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	words := slices.Clone(d.more)
	for _, f := range d.known[filepath.Base(path)].Fields {
		parts := strings.Fields(f.Evidence.Text)
		if f.Evidence.Page != page || len(f.Evidence.Box) != 4 {
			continue
		}
		b := f.Evidence.Box
		for i, part := range parts {
			wide := b[2] / float64(len(parts))
			words = append(words, app.Word{Page: page, Line: int(1000 * b[1]), Text: part, Box: [4]float64{b[0] + float64(i)*wide, b[1], wide, b[3]}})
		}
	}
	return words, nil
}

// Page draws a page with the words of the evidence in their boxes.
func (d *backend) Page(ctx context.Context, path string, page, maxPx int) (app.Picture, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked++
	if err := ctx.Err(); err != nil {
		d.refused++
		return app.Picture{}, err
	}
	it, ok := d.known[filepath.Base(path)]
	if !ok {
		d.refused++
		return app.Picture{}, failed(chat.ErrExecution, "", path)
	}
	d.drawn++
	img := drawPage(it, page, maxPx)
	var out bytes.Buffer
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := fast.Encode(&out, img); err != nil {
		return app.Picture{}, err
	}
	b := img.Bounds()
	return app.Picture{PNG: out.Bytes(), Width: b.Dx(), Height: b.Dy(), Pages: 2}, nil
}

// allDrawn reports whether every requested page was drawn.
func (d *backend) allDrawn() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.drawn+d.refused == d.asked
}

func drawPage(it plan.Item, page, maxPx int) image.Image {
	h := min(maxPx, 700) // sharp enough for a test
	w := h * 5 / 7
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	for _, f := range it.Fields {
		if f.Evidence.Page != page || len(f.Evidence.Box) != 4 {
			continue
		}
		b := f.Evidence.Box
		write(img, f.Evidence.Text, b[0]*float64(w), (b[1]+b[3]*0.8)*float64(h), b[3]*float64(h))
	}
	for y := 0.40; y < 0.8; y += 0.035 {
		rule := image.Rect(int(0.08*float64(w)), int(y*float64(h)), int((0.35+0.5*(y-0.4))*float64(w)), int((y+0.008)*float64(h)))
		draw.Draw(img, rule, image.NewUniform(color.Gray{Y: 0xC8}), image.Point{}, draw.Src)
	}
	return img
}

// inter returns the font of the pages, read once.
var inter = sync.OnceValue(func() *opentype.Font {
	parsed, err := opentype.Parse(fonts.Regular())
	if err != nil {
		panic(err)
	}
	return parsed
})

func write(img draw.Image, words string, x, y, height float64) {
	face, err := opentype.NewFace(inter(), &opentype.FaceOptions{Size: height * 0.8, DPI: 72})
	if err != nil {
		panic(err)
	}
	drawer := font.Drawer{
		Dst: img, Src: image.Black, Face: face,
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)},
	}
	drawer.DrawString(words)
}
