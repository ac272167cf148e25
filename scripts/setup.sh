#!/usr/bin/env bash
# Makes this computer fit to build, test and package Deskhand.
#
#   scripts/setup.sh          system packages, Go, and the development tools
#   scripts/setup.sh ready    only what building and testing needs
#   scripts/setup.sh demo     only what make demo needs: Go and tesseract, no C
#   scripts/setup.sh tools    the same, and the development tools
#   scripts/setup.sh ollama   what building the Ollama server for tests needs too
#   scripts/setup.sh reading  what the benchmarks of reading compare with, too
#   scripts/setup.sh servers  what running MCP servers from npm in tests needs too
#
# All but the first say nothing when everything is there, and leave the packages of a
# system without apt to its owner.
# Everything but the system packages stays in build/ and in Go's module cache, and
# the OCR engine next to the code that embeds it.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly golangci_lint=v2.15.0
readonly gofumpt=v0.12.0

# What the system's packages are for. Names are Debian's and Ubuntu's.
readonly for_window="gcc libc6-dev pkg-config libgl-dev libx11-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev libxxf86vm-dev"
readonly for_reading="tesseract-ocr tesseract-ocr-eng tesseract-ocr-osd"
readonly for_reader="g++ pkg-config libtesseract-dev libleptonica-dev"
readonly for_driving="xvfb libgl1-mesa-dri xdotool imagemagick xclip dbus-daemon"
readonly for_fetching="ca-certificates xz-utils"
readonly for_comparing="poppler-utils qpdf"
readonly for_servers="nodejs npm"
readonly for_ollama="nlohmann-json3-dev libstb-dev"
readonly packages="$for_window $for_reading $for_reader $for_driving $for_fetching $for_comparing"

main() {
	case "${1:-all}" in
	all)
		has_apt || { list_for_another_system >&2; exit 2; }
		provide_tools
		echo "setup: ready, with $(scripts/with-go go version)"
		;;
	tools) provide_tools ;;
	ready) provide_build ;;
	demo) provide_demo ;;
	ollama) provide_build "$for_ollama" ;;
	servers) provide_build "$(missing_node)" ;;
	*)
		echo "usage: scripts/setup.sh [all|ready|demo|tools|ollama|servers]" >&2
		exit 2
		;;
	esac
}

# provide_build installs what building takes, and the packages that are named.
provide_build() {
	if has_apt; then install_packages "$packages ${1:-}"; fi
	provide_go
	provide_engine
}

# provide_demo installs what deskhand itself takes: it is built without C, and
# without the headers of tesseract it reads pictures by the program of that name.
provide_demo() {
	if has_apt; then install_packages "$for_reading $for_fetching"; fi
	provide_go
	provide_engine
}

# provide_engine gets the OCR engine that deskhand has built in. It is left out
# where it cannot be got.
provide_engine() {
	scripts/with-go go run ./scripts/fetch ||
		echo "setup: deskhand gets no OCR engine of its own; pictures are read where tesseract is installed" >&2
}

# missing_node names Debian's Node only where there is none from elsewhere.
missing_node() {
	if ! command -v node >/dev/null || ! command -v npm >/dev/null; then echo "$for_servers"; fi
}

provide_tools() {
	provide_build
	install_tool golangci-lint "${golangci_lint#v}" "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$golangci_lint"
	install_tool gofumpt "$gofumpt" "mvdan.cc/gofumpt@$gofumpt"
}

has_apt() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

list_for_another_system() {
	cat <<-TEXT
		This system has no apt. Deskhand needs what these Debian packages hold:
		  for the window                 $for_window
		  to read pictures               $for_reading
		  to build deskhand-ocr          $for_reader
		  to drive the window in tests   $for_driving
		  to fetch and to package        $for_fetching
		  for make test-ollama           $for_ollama
		  to compare with in tests       $for_comparing
		and Go $(wanted_go) or newer. With those in place, make build and make test work; make demo needs Go
		and what reads pictures.
	TEXT
}

# install_packages asks apt for what is missing of a list, as root or through sudo.
install_packages() {
	local missing
	missing=$(missing_packages "$1")
	[ -n "$missing" ] || return 0

	local as_root=""
	if [ "$(id -u)" -ne 0 ]; then
		command -v sudo >/dev/null || {
			echo "setup: these packages are missing and need root, but there is no sudo: $missing" >&2
			exit 2
		}
		as_root=sudo
	fi
	echo "setup: installs with ${as_root:+sudo }apt-get: $missing"
	logged packages $as_root apt-get -q update
	# shellcheck disable=SC2086 # a list of words
	logged packages $as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get -q install -y --no-install-recommends $missing
}

missing_packages() {
	local wanted=$1 installed name
	if ! command -v go >/dev/null && [ ! -x build/go/bin/go ]; then
		wanted="$wanted golang-go"
	fi
	# shellcheck disable=SC2086 # a list of words
	installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $wanted 2>/dev/null |
		awk '$2 == "installed" { print $1 }') || true
	for name in $wanted; do
		grep -qxF "$name" <<<"$installed" || printf '%s ' "$name"
	done
}

# provide_go sees to it that scripts/with-go finds a Go that go.mod accepts. One
# that is too old to fetch its successor by itself still serves to download it:
# Go's toolchains are modules, checked against the public checksum database.
provide_go() {
	go_fits && return 0
	command -v go >/dev/null || {
		echo "setup: Go $(wanted_go) or newer is needed: https://go.dev/dl/" >&2
		exit 2
	}
	local version dir
	version=$(toolchain_version)
	echo "setup: fetches $version, because this computer's $(cd / && go env GOVERSION) is too old"
	dir=$(download_toolchain "$version")
	finish_toolchain "$dir"
	ln -sfn "$dir" build/go
	go_fits || {
		echo "setup: $version was fetched to $dir but does not run" >&2
		exit 1
	}
}

# go_fits lets Go itself judge: it refuses, or fetches a newer Go, when go.mod
# asks for more than it is. Go 1.20 and older don't judge, so they are compared.
go_fits() {
	local have
	have=$(scripts/with-go go env GOVERSION 2>/dev/null) || return 1
	[ "$(printf '%s\n%s\n' "$(wanted_go)" "${have#go}" | sort -V | head -n 1)" = "$(wanted_go)" ]
}

wanted_go() { awk '$1 == "go" { print $2; exit }' go.mod; }

# toolchain_version is the one that go.mod names, else the oldest that it accepts.
toolchain_version() {
	local named
	named=$(awk '$1 == "toolchain" { print $2; exit }' go.mod)
	echo "${named:-go$(wanted_go)}"
}

# download_toolchain prints the folder in the module cache that it is now in.
download_toolchain() {
	local elsewhere info
	elsewhere=$(mktemp -d)
	info=$(cd "$elsewhere" && GOFLAGS='' GO111MODULE=on go mod download -json \
		"golang.org/toolchain@v0.0.1-$1.$(go env GOOS)-$(go env GOARCH)") || {
		echo "setup: cannot download $1: $info" >&2
		exit 1
	}
	rmdir "$elsewhere"
	sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p' <<<"$info"
}

# finish_toolchain does what a newer Go does after the download: a module's files
# come without the right to run, and its nested go.mod files under another name.
finish_toolchain() {
	local dir=$1 nested
	find "$dir/bin" "$dir/pkg/tool" -type f -exec chmod +x {} +
	find "$dir" -name _go.mod | while read -r nested; do
		chmod u+w "$(dirname "$nested")"
		cp "$nested" "$(dirname "$nested")/go.mod"
		chmod u-w "$(dirname "$nested")"
	done
}

# install_tool NAME VERSION MODULE builds a pinned tool into build/tools, once.
install_tool() {
	local name=$1 version=$2 module=$3
	if [ -x "build/tools/$name" ] && "build/tools/$name" --version 2>/dev/null | grep -qF "$version"; then
		return 0
	fi
	echo "setup: builds $name $version into build/tools"
	logged "$name" env GOBIN="$PWD/build/tools" GOFLAGS='' scripts/with-go go install "$module"
}

# logged NAME COMMAND… runs quietly; only a failure shows what was said.
logged() {
	local log=build/setup-$1.log
	shift
	if ! "$@" >"$log" 2>&1 </dev/null; then
		echo "setup: failed: $*" >&2
		tail -n 20 "$log" >&2
		exit 1
	fi
}

mkdir -p build/tools
main "$@"
