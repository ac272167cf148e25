package manifest_test

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/manifest"
)

const (
	fetchesNothing = ""
	newest         = "newest"
	pinned         = "pinned"
)

func TestWhatACommandDownloadsAndWhetherItsVersionIsPinned(t *testing.T) {
	sha, image := strings.Repeat("0123456789abcdef0123", 2), "acme/img@sha256:"+strings.Repeat("ab", 32)
	rows := []struct {
		argv []string
		want string
	}{
		{argv("npx pkg"), newest},
		{argv("npx -y pkg"), newest},
		{argv("npx -y pkg@latest"), newest},
		{argv("npx -y pkg@^1.2.3"), newest},
		{argv("npx -y pkg@1.2"), newest},
		{argv("npx -y pkg@1.2.3"), pinned},
		{argv("npx -y pkg@1.2.3 --flag other"), pinned},
		{argv("npx --yes @scope/pkg@1.2.3-rc.1 /home/ada"), pinned},
		{argv("npx -y @scope/pkg"), newest},
		{argv("npx -y pkg@1.2.3/evil"), newest}, // a repository of a user called 1.2.3
		{argv("npx -p pkg@1.2.3 tool"), pinned},
		{argv("npx -p other tool@1.2.3"), newest},
		{argv("npx -p pkg@1.2.3 --package=other tool"), newest},
		{argv("npx --unknown x@1.2.3 pkg"), newest},
		{argv("npx --registry x@1.2.3 pkg"), newest},
		{argv("npx -c pkg@1.2.3"), newest},
		{argv("npx github:acme/pkg"), newest},
		{argv("npx github:acme/pkg#" + sha), pinned},
		{argv("npx ./server"), fetchesNothing},
		{argv("npx"), newest},
		{argv("bunx pkg"), newest},
		{argv("bunx pkg@1.2.3"), pinned},
		{argv("bun x pkg"), newest},
		{argv("bun run server.ts"), fetchesNothing},
		{argv("pnpm dlx pkg"), newest},
		{argv("pnpm --package=other dlx tool@1.2.3"), newest},
		{argv("pnpm exec pkg"), fetchesNothing},
		{argv("yarn dlx pkg@1.2.3"), pinned},
		{argv("npm exec -- pkg"), newest},
		{argv("npm --silent x pkg@1.2.3"), pinned},
		{argv("npm start"), fetchesNothing},
		{argv("uvx pkg"), newest},
		{argv("uvx pkg==1.2"), pinned},
		{argv("uvx pkg[cli]==1.2.3 --flag"), pinned},
		{argv("uvx pkg==1.*"), newest},
		{argv("uvx pkg>=1.2"), newest},
		{argv("uvx pkg@1.2.3"), pinned},
		{argv("uvx pkg@latest"), newest},
		{argv("uvx --from pkg==1.2 tool"), pinned},
		{argv("uvx --from pkg tool==1.2"), newest},
		{argv("uvx --with other pkg==1.2"), newest},
		{argv("uvx --from git+https://example.org/x@" + sha + " tool"), pinned},
		{argv("uvx --from git+https://example.org/x tool"), newest},
		{argv("uv tool run pkg"), newest},
		{argv("uv --quiet tool run pkg==1.2"), pinned},
		{argv("uv run server.py"), fetchesNothing},
		{argv("pipx run pkg"), newest},
		{argv("pipx run pkg==1.2"), pinned},
		{argv("pipx run --spec pkg tool"), newest},
		{argv("python3 -m pipx run pkg"), newest},
		{argv("python3 -m server"), fetchesNothing},
		{argv("docker run -i --rm acme/img"), newest},
		{argv("docker run -i --rm acme/img:1.2.3"), newest},
		{argv("docker run -it --rm -e KEY -v /a:/b " + image), pinned},
		{argv("docker run -e " + image + " acme/img"), newest},
		{argv("docker run --unknown acme/img " + image), newest},
		{argv("docker run acme/img " + image), newest},
		{argv("docker --context far run acme/img"), newest},
		{argv("docker exec -i box server"), fetchesNothing},
		{argv("podman run " + image), pinned},
		{argv("deno run -A https://example.org/server.ts"), newest},
		{argv("deno run --allow-net=example.org npm:pkg"), newest},
		{argv("deno run -A jsr:@acme/pkg@1.2.3"), pinned},
		{argv("deno run -A server.ts https://example.org"), fetchesNothing},
		{argv("deno run --unstable-kv server.ts"), fetchesNothing},
		{argv("deno run --unstable-kv server.ts https://example.org/x.ts"), newest},
		{argv("go run example.org/x@latest"), newest},
		{argv("go run example.org/x@v1.2.3"), pinned},
		{argv("go run ."), fetchesNothing},
		{[]string{"sh", "-c", "npx -y pkg"}, newest},
		{[]string{"bash", "-lc", "cd /srv && KEY=1 exec npx -y pkg@1.2.3"}, pinned},
		{[]string{"bash", "-o", "pipefail", "-c", "npx pkg | tee log"}, newest},
		{[]string{"sh", "-c", `echo "$(true)"; npx pkg`}, newest},
		{[]string{"sh", "-c", "echo `uvx pkg`"}, newest},
		{[]string{"sh", "-c", "npx a@1.2.3; npx b"}, newest},
		{[]string{"sh", "-c", "'npx pkg'"}, fetchesNothing},
		{[]string{"cmd", "/c", "npx", "-y", "pkg"}, newest},
		{[]string{"cmd.exe", "/C", `"C:\Program Files\nodejs\npx.cmd" -y pkg`}, newest},
		{[]string{"powershell", "-Command", "npx -y pkg@1.2.3"}, pinned},
		{argv("env KEY=1 npx -y pkg"), newest},
		{argv("/usr/bin/env -i npx pkg@1.2.3"), pinned},
		{argv("nice -n 5 env KEY=1 uvx pkg"), newest},
		{[]string{"env", "sh", "-c", "env K=1 npx pkg"}, newest},
		{argv(`C:\nodejs\npx.cmd pkg`), newest},
		{argv("node /usr/share/nodejs/npm/bin/npx-cli.js pkg"), newest},
		{argv("node server.js"), fetchesNothing},
		{argv("python3 server.py --run npx"), fetchesNothing},
		{argv("/opt/server npx"), fetchesNothing},
		{nil, fetchesNothing},
	}
	for _, row := range rows {
		var e manifest.Entry
		if len(row.argv) > 0 {
			e.Command, e.Args = row.argv[0], row.argv[1:]
		}
		got := fetchesNothing
		if f := e.Fetches(""); f != nil && f.Pinned {
			got = pinned
		} else if f != nil {
			got = newest
		}
		if got != fetchesNothing && !e.Network() {
			t.Errorf("%q is not known to reach the network", row.argv)
		}
		if got != row.want {
			t.Errorf("%q: %q, want %q", row.argv, got, row.want)
		}
	}
}

func TestARunnerUnderAnotherNameIsKnownByWhatItIs(t *testing.T) {
	e := manifest.Entry{Command: "notes-server", Args: []string{"pkg"}}
	if f := e.Fetches("/usr/share/nodejs/npm/bin/npx-cli.js"); f == nil || f.Runner != "npx" || f.What != "pkg" || f.Pinned {
		t.Errorf("it fetches %+v", f)
	}
}

func argv(line string) []string { return strings.Fields(line) }
