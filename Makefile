# Everything that one does with this project. `make` alone lists it.
# Built things go to build/, packages to dist/, and the engine that reads pictures
# with nothing installed to $(ENGINE); nothing else is written.

VERSION = $(shell git describe --tags --dirty 2>/dev/null || sed -n 's/^ *Version = "\(.*\)"/\1/p' FyneApp.toml)
COMMIT = $(shell git rev-parse --short=12 HEAD 2>/dev/null)
LDFLAGS = -X main.version=$(VERSION) -X main.commit=$(COMMIT)

# migrated_fynedo drops Fyne's thread checks: right for a release, wrong while
# developing, so `make run` goes without. no_emoji leaves out a font that systems have,
# no_metadata a reader of FyneApp.toml for programs that are not packaged.
TAGS = migrated_fynedo no_emoji no_metadata

# Known only once setup has run, so asked in the recipe and not here.
OCR_TAG = $$(pkg-config --exists tesseract lept 2>/dev/null && echo ocr)
ENGINE = mcp/servers/documents/engine/builtin/data
BUILTIN_TAG = $$([ -s $(ENGINE)/tesseract-core-simd-lstm.wasm.gz ] && [ -s $(ENGINE)/eng.traineddata.gz ] && echo builtinocr)
TEST_TAGS = $(OCR_TAG) $(BUILTIN_TAG)

GO = scripts/with-go go

# Packages whose goroutines meet. The window's test and the programs under cmd
# drive real processes, which the race detector does not see into.
RACED = ./agentcore/... ./app/... ./inference/... ./mcp/... ./ui/...

# What is vetted for other systems, tests included: everything that needs no C there.
# On macOS the window's toolkit is C throughout.
WINDOWS = $$($(GO) list -e ./... | grep -v '/cmd/deskhand-window$$')
DARWIN = $$($(GO) list -e ./... | grep -vE '/cmd/deskhand-window$$|/ui(/|$$)')

FUZZTIME = 30s
SHOTS = Shots|SecondStart|TwoWindows|OpenGL
PATHS =
PACKAGES =
REAL =
SOURCE =

export LANG = en_US.UTF-8
export GOFLAGS += -buildvcs=false

.DEFAULT_GOAL = help

help: ## this list
	@echo "Deskhand $(VERSION)"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

setup: ## install what is missing: system packages, Go, development tools
	@scripts/setup.sh

ready:
	@scripts/setup.sh ready

tools:
	@scripts/setup.sh tools

# The three programs. deskhand is built without C, so it runs wherever its kernel
# does; deskhand-window needs a compiler and the headers of OpenGL and X11.
define build-deskhand
@[ -n "$(BUILTIN_TAG)" ] && echo "build: build/deskhand $(VERSION), with an OCR engine of its own" \
	|| echo "build: build/deskhand $(VERSION), without an OCR engine of its own, which was not fetched"
@CGO_ENABLED=0 $(GO) build -tags "$(BUILTIN_TAG)" -ldflags '$(LDFLAGS)' -o build/deskhand ./cmd/deskhand
endef
define build-reader
@[ -n "$(OCR_TAG)" ] && echo "build: build/deskhand-ocr with tesseract" \
	|| echo "build: build/deskhand-ocr without tesseract, whose headers are not installed"
@[ -n "$(OCR_TAG)" ] || export CGO_ENABLED=0; \
	$(GO) build -tags "$(OCR_TAG)" -ldflags '$(LDFLAGS)' -o build/deskhand-ocr ./cmd/deskhand-ocr
endef
define build-window
@echo "build: build/deskhand-window (the first time takes minutes: the window's toolkit is C)"
@$(GO) build -tags '$(TAGS)' -ldflags '$(LDFLAGS)' -o build/deskhand-window ./cmd/deskhand-window
endef

build: ready ## build/deskhand, build/deskhand-window, and build/deskhand-ocr that reads pictures
	$(build-deskhand)
	$(build-reader)
	$(build-window)

demo: ## the main job on a copy of the sample folder: plan, rename, undo, compare (needs no C)
	@scripts/setup.sh demo
	$(build-deskhand)
	$(build-reader)
	@scripts/demo.sh build/deskhand

run: TAGS =
run: build ## open the window (PATHS="a b" drops these on it)
	@build/deskhand-window $(PATHS)

test: build ## all tests
	@$(GO) test -tags "$(TEST_TAGS)" ./...

test-windows: ## the tests cross-compiled and run under wine (PACKAGES="./mcp/..."; needs root once, where wine is older than 9)
	@scripts/with-go scripts/test-windows.sh $(PACKAGES)

race: ready ## the tests of what runs side by side, under the race detector
	@$(GO) test -race -timeout 30m -tags "$(TEST_TAGS)" $(RACED)

lint: tools ## golangci-lint, with gofumpt's formatting; go vet of what other systems do otherwise
	@scripts/with-go golangci-lint run ./...
	@export CGO_ENABLED=0; GOOS=darwin $(GO) vet $(DARWIN)
	@export CGO_ENABLED=0; GOOS=windows $(GO) vet $(WINDOWS)

fmt: tools ## format the code
	@scripts/with-go gofumpt -l -w .

bench: ready ## all benchmarks
	@$(GO) test -run '^$$' -bench . -benchmem -timeout 60m -tags "$(TEST_TAGS)" ./...

bench-ocr: ready ## what reading costs, as so many times what tesseract and poppler take for the same files
	@$(GO) test -run '^$$' -bench Reading -benchtime 1x -timeout 60m ./bench

bench-ocr-short: ready ## the same with fewer files; it reports and never fails
	@$(GO) test -short -run '^$$' -bench Reading -benchtime 1x -timeout 60m ./bench

fuzz: ready ## every fuzz target for FUZZTIME (30s)
	@scripts/with-go scripts/fuzz.sh $(FUZZTIME)

test-ollama: build ## the client, the chain and a whole triage against a real Ollama server, which is built first
	@OLLAMA_SERVER=$$(scripts/ollama.sh) DESKHAND=$(CURDIR)/build/deskhand \
		$(GO) test -count=1 -timeout 15m -tags ollama -v ./inference/ollamatest/real

test-servers: build ## the host against servers of others, and our servers under hosts of others, from npm and of the Go SDK
	@scripts/setup.sh servers
	@SERVERS=$(CURDIR)/build/servers DESKHAND=$(CURDIR)/build/deskhand \
		$(GO) test -count=1 -timeout 10m -tags servers -v ./mcp/thirdparty

faults: ready ## what a model server and an MCP server can do wrong, as tables, and what one that hangs costs others
	@$(GO) test -count=1 -v -run "ACutAtEveryByte|FailureTable" ./inference
	@$(GO) test -count=1 -v -run FaultsReturn ./mcp -faults.times=11
	@$(GO) test -run '^$$' -bench NextToAServerThatHangs ./bench

notices: ready ## write the licences of everything that is linked or embedded
	@$(GO) run ./scripts/notices

fit: build ## fit the weights of names to labelled documents (REAL=DIR; see scripts/fit)
	@$(GO) run ./scripts/fit -real '$(REAL)' -source '$(SOURCE)' -again '$(AGAIN)' -out agentcore/triage/fields

accuracy: ## how right names are: of the written documents, or of labelled ones (REAL=DIR), with their source held out
	@if [ -n "$(REAL)" ]; then $(GO) run ./scripts/fit -real '$(REAL)' -source '$(SOURCE)' -again '$(AGAIN)'; \
		else $(GO) test -count=1 -v -run 'WholeDocuments|SampleFolder|Issuers|Dates' ./agentcore/triage/fields; fi

crash: ready ## kill the file mover at every step and 2,000 times at random, and 500 turns of a conversation
	@$(GO) test -count=1 -timeout 20m -v ./mcp/servers/files/mover -run TestCrash -crash.kills=2000
	@$(GO) test -count=1 -timeout 20m -v ./agentcore -run IsKilled -turn.kills=500

hostile: ready ## the rows of docs/hostile.md, 10,000 calls of an adversarial model included
	@$(GO) run ./scripts/suite -tags "$(TEST_TAGS)" docs/hostile.md

shots: build ## drive the real window under Xvfb; pictures to build/shots (SHOTS=Pseudo: only these)
	@mkdir -p build/shots
	@$(GO) test -count=1 -timeout 30m -tags shots -run "$(SHOTS)" ./cmd/deskhand

package: ready ## dist/deskhand-VERSION-linux-ARCH.deb, .rpm and .tar.xz, tried out in a clean place
	@scripts/with-go scripts/package.sh '$(VERSION)'

package-windows: ## dist/deskhand-VERSION-windows-amd64.zip and -setup.exe, cross-compiled with mingw and tried under wine
	@scripts/with-go scripts/package-windows.sh '$(VERSION)'

reproduce: ready ## build the programs in two folders and compare them byte by byte
	@scripts/with-go scripts/reproduce.sh

check-debian: package ## the .deb in a bare Debian: install, tidy, window, upgrade, remove (needs root)
	@scripts/check-debian.sh 'dist/deskhand-$(VERSION)-linux-$(shell $(GO) env GOARCH)'

clean: ## remove build/ and dist/
	@rm -rf build dist

.PHONY: accuracy fit help setup ready tools build demo run test race lint fmt bench bench-ocr bench-ocr-short fuzz test-ollama test-servers test-windows faults crash hostile notices shots package package-windows reproduce check-debian clean
