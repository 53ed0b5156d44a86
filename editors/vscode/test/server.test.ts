// The real server, started as the extension starts it, with the packages that the extension talks to it with. SYMIR names the program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  Diagnostic,
  DiagnosticSeverity,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { functionAt, Lens } from "../src/functions";
import { startOf } from "../src/settings";

const text = `int half(int n) {
    if (n % 2)
        return -1;
    return n / 2;
}

int ratio(int total, int parts) {
    if (parts == 0 && total < 0)
        return -1;
    return total / parts;
}
`;

test("the server does what the extension asks of it", { skip: process.env.SYMIR ? false : "SYMIR names no program" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "symir-vscode-"));
  const file = join(folder, "util.c");
  writeFileSync(file, text);
  const uri = pathToFileURL(file).href;
  const { command, args, options } = startOf({ path: process.env.SYMIR ?? "", folder: "", arguments: ["--time", "300s"] });
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ends = new Promise<number | null>((resolve) => server.on("exit", resolve));
  const client = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  let diagnostics: Diagnostic[] = [];
  client.onNotification("textDocument/publishDiagnostics", (told: { diagnostics: Diagnostic[] }) => {
    diagnostics = told.diagnostics;
  });
  const ended = new Promise<{ end: string }>((resolve) => client.onNotification("symir/ended", resolve));
  client.listen();
  const rootUri = pathToFileURL(folder).href;
  const told = await client.sendRequest<{ capabilities: { executeCommandProvider: { commands: string[] } } }>("initialize", {
    processId: process.pid,
    rootUri,
    capabilities: {},
    initializationOptions: options,
  });
  // The commands of the server that the extension uses exist, and none of them is one that the extension registers itself, which an
  // editor takes as an error.
  const commands = told.capabilities.executeCommandProvider.commands;
  assert.ok(commands.includes("symir.generate") && commands.includes("symir.openTest"));
  const manifest = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8"));
  const own: string[] = manifest.contributes.commands.map((it: { command: string }) => it.command);
  assert.deepEqual(own.filter((it) => commands.includes(it)), []);

  void client.sendNotification("initialized", {});
  void client.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "c", version: 1, text } });
  const lenses = await client.sendRequest<Lens[]>("textDocument/codeLens", { textDocument: { uri } });
  const name = functionAt(lenses, 9);
  assert.equal(name, "ratio");
  const execute = (command: string, args: unknown[]) =>
    client.sendRequest("workspace/executeCommand", { command, arguments: args });
  assert.equal(await execute("symir.openTest", [uri, 9]), null);
  await execute("symir.generate", [uri, name]);
  assert.equal((await ended).end, "done");

  // Everything that was sent before this answer has arrived with it.
  const place = (await execute("symir.openTest", [uri, 9])) as { uri: string; range: { start: { line: number } } };
  const suite = readFileSync(new URL(place.uri), "utf8").split("\n");
  assert.match(suite[place.range.start.line], /test_ratio/);
  const bug = diagnostics.find((it) => it.severity === DiagnosticSeverity.Error);
  assert.equal(bug?.range.start.line, 9);
  assert.match(bug?.message ?? "", /division by zero/);

  await client.sendRequest("shutdown");
  await client.sendNotification("exit");
  assert.equal(await ends, 0);
  client.dispose();
  rmSync(folder, { recursive: true });
});
