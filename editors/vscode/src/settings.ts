// What the settings of the editor say to the server.

/** The settings below `symir`. */
export interface Settings {
  path: string;
  folder: string;
  arguments: string[];
}

/** How the server is started, and what it is told first. */
export interface Start {
  command: string;
  args: string[];
  options: { folder: string; arguments: string[] };
}

/** How the server is started. A setting that was emptied is as good as none. */
export function startOf(settings: Settings): Start {
  return {
    command: settings.path.trim() || "symir",
    args: ["lsp", "--stdio"],
    options: { folder: settings.folder.trim() || "tests", arguments: settings.arguments },
  };
}
