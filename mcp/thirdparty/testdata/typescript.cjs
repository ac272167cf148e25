// A host on the TypeScript SDK of MCP: it starts a server and does what it reads.
//
//   node typescript.cjs NODE_MODULES SERVER ARGUMENT…
//
// Each line of its input is a request, {"method":"tools/list"} or
// {"method":"tools/call","params":{…}}, and each is answered by a line: {"result":…}
// or, where the SDK throws, {"error":"…"}; "notices" counts the progress that was
// told so far. It lists the tools once before the first
// request, as hosts do: from then on the SDK holds each structuredContent against
// the outputSchema of its tool.
const { createRequire } = require("node:module");
const readline = require("node:readline");

const [packages, command, ...args] = process.argv.slice(2);
const sdk = createRequire(packages + "/");
const { Client } = sdk("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = sdk("@modelcontextprotocol/sdk/client/stdio.js");

async function main() {
  const client = new Client({ name: "a host on the TypeScript SDK", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }));
  await client.listTools();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const reply = await answer(client, JSON.parse(line));
    console.log(JSON.stringify({ ...reply, notices }));
  }
  await client.close();
}

let notices = 0;

async function answer(client, { method, params }) {
  try {
    switch (method) {
      case "server":
        return { result: client.getServerVersion() };
      case "tools/list":
        return { result: await client.listTools(params) };
      default:
        return { result: await client.callTool(params, undefined, { onprogress: () => notices++ }) };
    }
  } catch (error) {
    return { error: String(error.message) };
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
