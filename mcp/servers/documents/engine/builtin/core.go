package builtin

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/deskhand/deskhand/mcp/servers/documents/compiled"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/tsv"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

const (
	// mostMemory is how much memory tesseract may take, in bytes.
	mostMemory = 512 << 20
	// keptMemory is how much memory an instance may have taken to be kept for the
	// next page: it gives none back.
	keptMemory = 192 << 20
	// lstmOnly is the one way of recognition that this build of tesseract has.
	lstmOnly = 1
)

// The functions of tesseract-core-simd-lstm.wasm of tesseract.js-core 7.0.0, by
// the names that its build gave them; its JavaScript has the long ones.
const (
	exportStart       = "U"  // __wasm_call_ctors
	exportMalloc      = "xf" // malloc
	exportFree        = "wf" // free
	exportThrew       = "Af" // setThrew
	exportRestore     = "Bf" // _emscripten_stack_restore
	exportSave        = "Cf" // emscripten_stack_get_current
	exportNew         = "Kc" // TessBaseAPI()
	exportSetVariable = "Tc" // SetVariable
	exportInit        = "ad" // Init(folder, languages, engine)
	exportSetImage    = "ld" // SetImage(pixels, width, height, bytes a pixel, bytes a line, exif, angle)
	exportTable       = "Ld" // GetTSVText(page)
	exportClear       = "Rd" // Clear
)

// errTesseract is returned where tesseract gives up.
var errTesseract = errors.New("tesseract failed")

// reader is a recognizer. It keeps one instance between the pictures; a new one is
// made when the languages change, and after an error.
type reader struct {
	core     *core
	instance *instance
}

func (r *reader) Recognize(request wire.Request, pixels []byte) ([]wire.Word, error) {
	ctx := context.Background()
	if r.instance != nil && r.instance.languages != strings.Join(request.Languages, "+") {
		r.Close()
	}
	if r.instance == nil {
		instance, err := r.core.start(ctx, request.Languages)
		if err != nil {
			return nil, err
		}
		r.instance = instance
	}
	table, err := r.instance.read(ctx, request, pixels)
	if err != nil || r.instance.heavy() {
		r.Close()
		debug.FreeOSMemory()
	}
	return tsv.Words(table), err
}

func (r *reader) Close() {
	if r.instance != nil {
		r.instance.close(context.Background())
		r.instance = nil
	}
}

// core is tesseract's code, compiled, and what it is run with.
type core struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	files    files  // of the one instance that runs
	memory   uint64 // that an instance may take, in bytes
}

// newCore compiles the code, or takes it out of the folder of compiled code; what
// is damaged there is compiled once more.
func newCore(ctx context.Context, folder string) (*core, error) {
	c, err := openCore(ctx, folder)
	if err != nil && folder != "" {
		compiled.Forget(folder)
		c, err = openCore(ctx, folder)
	}
	return c, err
}

func openCore(ctx context.Context, folder string) (*core, error) {
	config := wazero.NewRuntimeConfig()
	if folder != "" {
		if cache, err := wazero.NewCompilationCacheWithDir(folder); err == nil {
			config = config.WithCompilationCache(cache)
		}
	}
	c := &core{runtime: wazero.NewRuntimeWithConfig(ctx, config), memory: mostMemory}
	if err := c.prepare(experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))); err != nil {
		_ = c.runtime.Close(ctx)
		return nil, err
	}
	return c, nil
}

func (c *core) prepare(ctx context.Context) error {
	code, err := unpack(packedCode)
	if err != nil {
		return fmt.Errorf("unpack tesseract: %w", err)
	}
	if c.compiled, err = c.runtime.CompileModule(ctx, code); err != nil {
		return fmt.Errorf("compile tesseract: %w", err)
	}
	if err := c.provide(ctx); err != nil {
		return fmt.Errorf("start tesseract: %w", err)
	}
	return nil
}

// instance is one running tesseract. After an error it is not used again.
type instance struct {
	module    api.Module
	api       uint64 // the TessBaseAPI
	languages string
}

// start makes an instance that reads in these languages.
func (c *core) start(ctx context.Context, languages []string) (*instance, error) {
	c.files = files{}
	module, err := c.runtime.InstantiateModule(ctx, c.compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions(exportStart))
	if err != nil {
		return nil, fmt.Errorf("start tesseract: %w", err)
	}
	i := &instance{module: module, languages: strings.Join(languages, "+")}
	if err := i.init(ctx); err != nil {
		i.close(ctx)
		return nil, err
	}
	return i, nil
}

func (i *instance) init(ctx context.Context) error {
	var err error
	if i.api, err = i.call(ctx, exportNew); err != nil {
		return err
	}
	folder, err := i.text(ctx, dataFolder)
	if err != nil {
		return err
	}
	languages, err := i.text(ctx, i.languages)
	if err != nil {
		return err
	}
	failed, err := i.call(ctx, exportInit, i.api, folder, languages, lstmOnly)
	if err == nil && uint32(failed) != 0 { //nolint:gosec // an i32
		err = fmt.Errorf("%w: it has no data for %s", errTesseract, i.languages)
	}
	return err
}

func (i *instance) close(ctx context.Context) { _ = i.module.Close(ctx) }

// heavy reports whether the instance took more memory than is kept.
func (i *instance) heavy() bool { return i.module.Memory().Size() > keptMemory }

// read returns the words of a picture as tesseract's table.
func (i *instance) read(ctx context.Context, request wire.Request, pixels []byte) (string, error) {
	for name, value := range map[string]int{"tessedit_pageseg_mode": request.Mode, "user_defined_dpi": request.DPI} {
		if err := i.set(ctx, name, strconv.Itoa(value)); err != nil {
			return "", err
		}
	}
	at, err := i.take(ctx, pixels)
	if err != nil {
		return "", err
	}
	width, height := uint64(request.Width), uint64(request.Height) //nolint:gosec // checked when it was read
	if _, err := i.call(ctx, exportSetImage, i.api, at, width, height, 1, width, 1, 0); err != nil {
		return "", err
	}
	if _, err := i.call(ctx, exportFree, at); err != nil { // tesseract has a copy
		return "", err
	}
	table, err := i.call(ctx, exportTable, i.api, 0)
	if err != nil {
		return "", err
	}
	if table == 0 {
		return "", fmt.Errorf("%w on this picture", errTesseract)
	}
	text, ok := str(i.module.Memory(), uint32(table)) //nolint:gosec // a pointer
	if !ok {
		return "", fmt.Errorf("%w: its answer has no end", errTesseract)
	}
	if _, err := i.call(ctx, exportFree, table); err != nil {
		return "", err
	}
	_, err = i.call(ctx, exportClear, i.api)
	return text, err
}

// set changes a variable of tesseract's.
func (i *instance) set(ctx context.Context, name, value string) error {
	key, err := i.text(ctx, name)
	if err != nil {
		return err
	}
	to, err := i.text(ctx, value)
	if err != nil {
		return err
	}
	known, err := i.call(ctx, exportSetVariable, i.api, key, to)
	if err != nil {
		return err
	}
	if known == 0 {
		return fmt.Errorf("%w: it knows no variable %s", errTesseract, name)
	}
	for _, at := range []uint64{key, to} {
		if _, err := i.call(ctx, exportFree, at); err != nil {
			return err
		}
	}
	return nil
}

// text puts a text into tesseract's memory and returns its address.
func (i *instance) text(ctx context.Context, text string) (uint64, error) {
	return i.take(ctx, append([]byte(text), 0))
}

// take puts bytes into tesseract's memory and returns their address.
func (i *instance) take(ctx context.Context, data []byte) (uint64, error) {
	at, err := i.call(ctx, exportMalloc, uint64(len(data)))
	if err != nil {
		return 0, err
	}
	if at == 0 || !i.module.Memory().Write(uint32(at), data) { //nolint:gosec // a pointer
		return 0, fmt.Errorf("%w: there is no memory for %d bytes", errTesseract, len(data))
	}
	return at, nil
}

// call calls a function and returns what it returns.
func (i *instance) call(ctx context.Context, name string, args ...uint64) (uint64, error) {
	results, err := i.module.ExportedFunction(name).Call(ctx, args...)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errTesseract, err)
	}
	if len(results) == 0 {
		return 0, nil
	}
	return results[0], nil
}
