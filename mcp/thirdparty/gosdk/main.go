package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type greetArgs struct {
	Names  []string `json:"names" jsonschema:"who is greeted"`
	Loudly bool     `json:"loudly,omitempty"`
}

type greeting struct {
	Text string `json:"text"`
}

func greet(_ context.Context, _ *mcp.CallToolRequest, args greetArgs) (*mcp.CallToolResult, greeting, error) {
	text := "Hello " + strings.Join(args.Names, " and ")
	if args.Loudly {
		text = strings.ToUpper(text)
	}
	return nil, greeting{text}, nil
}

type none struct{}

// wait reports that it is half done and goes on until it is cancelled.
func wait(ctx context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, none, error) {
	err := req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
		ProgressToken: req.Params.GetProgressToken(), Progress: 1, Total: 2, Message: "half",
	})
	if err != nil {
		return nil, none{}, err
	}
	<-ctx.Done()
	return nil, none{}, ctx.Err()
}

func crash(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, none, error) {
	os.Exit(7)
	return nil, none{}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "gosdk", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "greet", Description: "Greets."}, greet)
	mcp.AddTool(s, &mcp.Tool{Name: "wait", Description: "Waits."}, wait)
	mcp.AddTool(s, &mcp.Tool{Name: "crash", Description: "Crashes."}, crash)
	if len(os.Args) > 1 && os.Args[1] == "http" {
		log.Fatal(overHTTP(s))
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}

// overHTTP serves on a free port of loopback and prints its address.
func overHTTP(s *mcp.Server) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "listening on http://%s/mcp\n", listener.Addr())
	return http.Serve(listener, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)) //nolint:gosec // a test's own
}
