// Makes out/extension.js, one file with everything that the extension needs at run time, and THIRD_PARTY.txt, the licences of the
// packages that went into it.
import { build } from "esbuild";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  bundle: true,
  platform: "node",
  target: "node18",
  external: ["vscode"],
  outfile: "out/extension.js",
  metafile: true,
  logLevel: "info",
});

const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => input.match(folder)?.[0] ?? []));
const notices = [...packages].sort().map((path) => {
  const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined || !existsSync(join(path, file))) {
    throw new Error(`${name} has no file with its licence`);
  }
  return `${name} ${version} (${license})\n\n${readFileSync(join(path, file), "utf8").trim()}\n`;
});
writeFileSync("THIRD_PARTY.txt", `out/extension.js contains these packages.\n\n${notices.join("\n---\n\n")}`);
