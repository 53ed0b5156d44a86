// The extension: starts `symir lsp`, and adds commands for the function or line at the cursor. All else is the server's.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { functionAt, Lens } from "./functions";
import { startOf } from "./settings";

/** The command of the server that makes tests. */
const GENERATE = "symir.generate";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const command = (name: string, run: (editor: vscode.TextEditor) => Promise<void>) =>
    context.subscriptions.push(vscode.commands.registerTextEditorCommand(name, (editor) => run(editor)));
  command("symir.generateHere", generateHere);
  command("symir.generateFile", async (editor) => {
    await editor.document.save();
    await execute(GENERATE, [editor.document.uri.toString()]);
  });
  command("symir.goToTest", async (editor) => {
    const place = await execute("symir.openTest", [editor.document.uri.toString(), editor.selection.active.line]);
    if (place === null) {
      void vscode.window.showInformationMessage("symir has no test that reaches this line. Generate tests first.");
    }
  });
  context.subscriptions.push(
    vscode.commands.registerCommand("symir.restart", start),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("symir")) {
        void start();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** Starts the server with the settings as they are now. */
async function start(): Promise<void> {
  await client?.stop().catch(() => undefined);
  const settings = vscode.workspace.getConfiguration("symir");
  const { command, args, options } = startOf({
    path: settings.get("path", ""),
    folder: settings.get("folder", ""),
    arguments: settings.get<string[]>("arguments", []),
  });
  client = new LanguageClient(
    "symir",
    "symir",
    { command, args },
    {
      documentSelector: [{ scheme: "file", language: "c" }],
      initializationOptions: options,
      middleware: {
        // symir compiles what is saved, and whoever clicks on a lens means what is on the screen.
        executeCommand: async (command, args, next) => {
          if (command === GENERATE) {
            await vscode.workspace.textDocuments.find((document) => document.uri.toString() === args[0])?.save();
          }
          return next(command, args);
        },
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const message = `symir cannot be started as \`${command}\`. Install it, or set symir.path to where it is. ${error}`;
    void vscode.window.showErrorMessage(message);
  }
}

async function generateHere(editor: vscode.TextEditor): Promise<void> {
  const { document } = editor;
  await document.save();
  const uri = document.uri.toString();
  const lenses = await client?.sendRequest<Lens[]>("textDocument/codeLens", { textDocument: { uri } });
  const name = functionAt(lenses ?? [], editor.selection.active.line);
  if (name === undefined) {
    void vscode.window.showInformationMessage("symir sees no function here.");
    return;
  }
  await execute(GENERATE, [uri, name]);
}

/** Has the server do something. */
async function execute(command: string, args: unknown[]): Promise<unknown> {
  return client?.sendRequest("workspace/executeCommand", { command, arguments: args });
}
