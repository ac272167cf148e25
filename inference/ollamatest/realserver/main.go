package main

import (
	"fmt"
	"log"
	"net"
	"os"
	"syscall"

	"github.com/ollama/ollama/envconfig"
	"github.com/ollama/ollama/runner"
	"github.com/ollama/ollama/server"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// run is a runner if the server started this program again as one, else the server
// itself.
func run() error {
	if len(os.Args) > 1 && os.Args[1] == "runner" {
		if err := dieWithParent(); err != nil {
			return err
		}
		return runner.Execute(os.Args[1:])
	}
	listener, err := net.Listen("tcp", envconfig.Host().Host)
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return server.Serve(listener)
}

// dieWithParent ends a runner when its server is killed, as Ollama's own runners do.
func dieWithParent() error {
	if _, _, err := syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0); err != 0 {
		return fmt.Errorf("end with the server: %w", err)
	}
	return nil
}
