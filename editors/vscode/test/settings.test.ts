import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startOf } from "../src/settings";

test("the server is started as the settings say", () => {
  assert.deepEqual(startOf({ path: "/opt/symir", folder: "t", arguments: ["-p", "build"] }), {
    command: "/opt/symir",
    args: ["lsp", "--stdio"],
    options: { folder: "t", arguments: ["-p", "build"] },
  });
  const empty = startOf({ path: " ", folder: "", arguments: [] });
  assert.deepEqual([empty.command, empty.options.folder], ["symir", "tests"]);
});

test("what is assumed is what package.json says", () => {
  const text = readFileSync(join(__dirname, "../../../package.json"), "utf8");
  const settings = JSON.parse(text).contributes.configuration.properties;
  const assumed = startOf({ path: "", folder: "", arguments: [] });
  assert.equal(settings["symir.path"].default, assumed.command);
  assert.equal(settings["symir.folder"].default, assumed.options.folder);
});
