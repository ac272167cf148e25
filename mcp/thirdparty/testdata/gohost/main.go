// Command gohost is a host on the official Go SDK of MCP. It does what
// typescript.cjs does, with the same lines on its input and output:
//
//	gohost SERVER ARGUMENT…
//
// It is a module of its own, so that the project does not depend on that SDK.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) (err error) {
	var notices atomic.Int32
	client := mcp.NewClient(&mcp.Implementation{Name: "a host on the Go SDK", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { notices.Add(1) },
	})
	server := exec.Command(os.Args[1], os.Args[2:]...)
	server.Stderr = os.Stderr
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: server}, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	lines, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var asked struct {
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if err := lines.Decode(&asked); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		result, err := answer(ctx, session, asked.Method, asked.Params)
		reply := map[string]any{"result": result, "notices": notices.Load()}
		if err != nil {
			reply["error"] = err.Error()
		}
		if err := answers.Encode(reply); err != nil {
			return err
		}
	}
}

func answer(ctx context.Context, s *mcp.ClientSession, method string, params json.RawMessage) (any, error) {
	switch method {
	case "server":
		return s.InitializeResult().ServerInfo, nil
	case "tools/list":
		var list *mcp.ListToolsParams
		if err := json.Unmarshal(params, &list); err != nil {
			return nil, err
		}
		return s.ListTools(ctx, list)
	case "tools/call":
		var call mcp.CallToolParams
		if err := json.Unmarshal(params, &call); err != nil {
			return nil, err
		}
		call.SetProgressToken("token")
		return s.CallTool(ctx, &call)
	}
	return nil, fmt.Errorf("there is no method %q", method)
}
