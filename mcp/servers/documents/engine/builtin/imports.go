package builtin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental/table"
)

// hostModule is where tesseract imports everything from.
const hostModule = "a"

// errLongjmp is what a longjmp of C ends with, up to the call that caught it.
var errLongjmp = errors.New("longjmp")

// function is one that tesseract imports. What it returns is the result, where
// there is one.
type function func(module api.Module, args []uint64) uint64

// provide gives the code all that it imports: the functions of an emscripten
// program, by the names that its build gave them. Those that are called for
// nothing that we ask of tesseract fail.
func (c *core) provide(ctx context.Context) error {
	builder := c.runtime.NewHostModuleBuilder(hostModule)
	known := c.functions()
	for _, imported := range c.compiled.ImportedFunctions() {
		_, name, _ := imported.Import()
		params, results := imported.ParamTypes(), imported.ResultTypes()
		switch do := known[name]; {
		case invoked[name]:
			builder.NewFunctionBuilder().WithGoModuleFunction(invoke{params[1:], results}, params, results).Export(name)
		case do != nil:
			builder.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(_ context.Context, module api.Module, stack []uint64) {
				result := do(module, stack)
				if len(results) > 0 {
					stack[0] = result
				}
			}), params, results).Export(name)
		default:
			return fmt.Errorf("it imports %q, which is unknown", name)
		}
	}
	_, err := builder.Instantiate(ctx)
	return err
}

// functions are the imports by name.
func (c *core) functions() map[string]function {
	return map[string]function{
		"a": fails("an assertion failed"),
		"k": fails("an exception was thrown"), // __cxa_throw
		"N": fails("it gave up"),              // abort
		"R": fails("it ended"),                // proc_exit
		"t": func(api.Module, []uint64) uint64 { panic(errLongjmp) },
		// Parts of tesseract that this build leaves out.
		"J": fails("there is no DetectOS"),
		"P": fails("there is no GetOsdText"),
		"S": fails("there is no ClearAdaptiveClassifier"),
		"y": fails("there is no print_scores"),

		"n": func(m api.Module, args []uint64) uint64 { // openat(folder, name, flags, mode)
			name, ok := str(m.Memory(), uint32(args[1]))
			if !ok {
				return failed(errInvalid)
			}
			number, errno := c.files.openFile(name)
			if errno != 0 {
				return failed(errno)
			}
			return uint64(number)
		},
		"m": func(_ api.Module, args []uint64) uint64 { return uint64(c.files.close(uint32(args[0]))) },
		"o": func(m api.Module, args []uint64) uint64 { // fd_read(number, parts, count, &read)
			return overParts(m.Memory(), args, func(part []byte) (int, uint32) { return c.files.read(uint32(args[0]), part) })
		},
		"l": func(m api.Module, args []uint64) uint64 { // fd_write: what tesseract says, which nobody reads
			return overParts(m.Memory(), args, func(part []byte) (int, uint32) { return len(part), 0 })
		},
		"E": func(m api.Module, args []uint64) uint64 { // fd_seek(number, offset, whence, &position)
			at, errno := c.files.seek(uint32(args[0]), int64(args[1]), int(uint32(args[2])))
			if errno == 0 && !m.Memory().WriteUint64Le(uint32(args[3]), uint64(at)) {
				errno = errInvalid
			}
			return uint64(errno)
		},
		"p": returns(0),                   // fcntl64
		"O": returns(failed(errNoSystem)), // ioctl
		"K": returns(failed(errNoSystem)), // fstat64
		"I": returns(failed(errNotThere)), // newfstatat
		"H": returns(failed(errNoSystem)), // getcwd
		"v": returns(failed(errNotThere)), // rmdir
		"w": returns(failed(errNotThere)), // unlinkat
		"x": returns(failed(errNoSystem)), // mmap
		"z": returns(failed(errNoSystem)), // munmap
		"Q": returns(0),                   // the files that are embedded in the code: none that is read

		"u": c.grow,
		"s": returns(0), // reports progress to JavaScript
		"F": returns(0), // environ_get
		"G": func(m api.Module, args []uint64) uint64 { // environ_sizes_get
			if !m.Memory().WriteUint32Le(uint32(args[0]), 0) || !m.Memory().WriteUint32Le(uint32(args[1]), 0) {
				return errInvalid
			}
			return 0
		},
		"L": func(api.Module, []uint64) uint64 { return api.EncodeF64(float64(time.Now().UnixMilli())) },
		"M": func(m api.Module, args []uint64) uint64 { // clock_time_get
			if !m.Memory().WriteUint64Le(uint32(args[2]), uint64(time.Now().UnixNano())) {
				return errInvalid
			}
			return 0
		},
		"A": fails("it asked for a date"), // gmtime
		"B": fails("it asked for a date"), // localtime
		"C": fails("it asked for a date"), // mktime
		"D": returns(0),                   // tzset
	}
}

func fails(what string) function {
	return func(api.Module, []uint64) uint64 { panic(errors.New(what)) }
}

func returns(value uint64) function { return func(api.Module, []uint64) uint64 { return value } }

// failed is what a call of the system's returns for an error.
func failed(errno uint32) uint64 { return uint64(-errno) }

// overParts does something with each part of memory that an array lists, until
// one is not done completely, and reports how much was done.
func overParts(memory api.Memory, args []uint64, do func(part []byte) (int, uint32)) uint64 {
	list, count, told := uint32(args[1]), uint32(args[2]), uint32(args[3])
	var sum uint32
	for range count {
		at, ok := memory.ReadUint32Le(list)
		length, ok2 := memory.ReadUint32Le(list + 4)
		part, ok3 := memory.Read(at, length)
		if !ok || !ok2 || !ok3 {
			return errInvalid
		}
		n, errno := do(part)
		if errno != 0 {
			return uint64(errno)
		}
		sum += uint32(n)
		if n < len(part) {
			break
		}
		list += 8
	}
	if !memory.WriteUint32Le(told, sum) {
		return errInvalid
	}
	return 0
}

// grow makes the memory at least as large as asked, with room for more.
func (c *core) grow(module api.Module, args []uint64) uint64 {
	const page = 64 << 10
	memory := module.Memory()
	wanted, has := uint64(uint32(args[0])), uint64(memory.Size())
	if wanted > c.memory {
		return 0
	}
	for _, size := range []uint64{min(max(wanted, has+has/5), c.memory), wanted} {
		if size <= has {
			return 1
		}
		if _, ok := memory.Grow(uint32((size - has + page - 1) / page)); ok {
			return 1
		}
	}
	return 0
}

// str is the text that ends with a zero at an address.
func str(memory api.Memory, at uint32) (string, bool) {
	rest, ok := memory.Read(at, memory.Size()-at)
	if !ok {
		return "", false
	}
	end := bytes.IndexByte(rest, 0)
	if end < 0 {
		return "", false
	}
	return string(rest[:end]), true
}

// invoked are the imports that call a function of the table so that a longjmp
// out of it can be caught: invoke_ii, invoke_vi and so on.
var invoked = map[string]bool{"b": true, "c": true, "d": true, "e": true, "f": true, "g": true, "h": true, "i": true, "j": true, "q": true, "r": true}

// invoke calls functions of the table that have one type.
type invoke struct{ params, results []api.ValueType }

// Call calls the function at stack[0] with the rest.
func (v invoke) Call(ctx context.Context, module api.Module, stack []uint64) {
	call := table.LookupFunction(module, 0, uint32(stack[0]), v.params, v.results)
	copy(stack, stack[1:])
	var saved [2]uint64
	must(module.ExportedFunction(exportSave).CallWithStack(ctx, saved[:]))
	err := call.CallWithStack(ctx, stack)
	if err == nil {
		return
	}
	if !errors.Is(err, errLongjmp) {
		panic(err)
	}
	must(module.ExportedFunction(exportRestore).CallWithStack(ctx, saved[:]))
	saved = [2]uint64{1, 0}
	must(module.ExportedFunction(exportThrew).CallWithStack(ctx, saved[:]))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
